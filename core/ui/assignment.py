"""Assignments: what an instructor adds to a link. A heading and an instruction of his own, and controls to hide."""

from dataclasses import dataclass

import streamlit as st

from core.ui import parse
from core.ui.control import Control
from core.ui.held import hold
from core.ui.text_controls import Text

HEADING = Text("heading", "Heading", default="", most=100)
TASK = Text("instruction", "Instruction", default="", most=300, area=True)


@dataclass(frozen=True)
class Hidden(Control):
    """The keys of the controls to hide, separated by commas in the link, in the order of the page.

    Example:
        >>> Hidden(("temperature", "top_k")).read("top_k,temperature")
        ('temperature', 'top_k')
    """

    keys: tuple[str, ...]
    key: str = "hide"
    label: str = "Controls to hide"
    default: tuple[str, ...] = ()

    @property
    def allowed(self) -> str:
        return "keys of this page's controls, separated by commas: " + ", ".join(self.keys)

    def read(self, text: str) -> tuple[str, ...]:
        if not text.strip():
            return ()
        asked = parse.items(text, 1, 2 * len(self.keys))
        known = tuple(key for key in self.keys if key in asked)
        if not known:
            raise parse.Unreadable("this page has no such control")
        return known

    def adjusted(self, text: str, value: tuple[str, ...]) -> str | None:
        strange = [name.strip() for name in text.split(",") if name.strip() not in value] if value else []
        listed = ", ".join(f"“{parse.excerpt(name, 20)}”" for name in strange[:4])
        return f"This page has no control {listed}; the others are hidden." if strange else None

    def text(self, value: tuple[str, ...]) -> str:
        return ",".join(value)

    def samples(self) -> tuple[tuple[str, ...], ...]:
        return (), self.keys[:1]


def of_the_instructor(controls: tuple[Control, ...]) -> tuple[Control, ...]:
    """What a link to a page with these controls may say besides them."""
    return HEADING, TASK, Hidden(tuple(control.key for control in controls))


def begin_assignment(controls: tuple[Control, ...]) -> None:
    """Hide what the link says is hidden, at the values that it gives; once, when the page is opened."""
    hidden = next(control for control in controls if isinstance(control, Hidden)).value
    texts = {control.key: control.text(control.default) for control in controls if control.key in hidden}
    hold({key: st.query_params.get(key, default) for key, default in texts.items()})


def show_assignment() -> None:
    """The instructor's words, as plain text."""
    heading, task = HEADING.value.strip(), TASK.value.strip()
    if heading or task:
        with st.container(border=True):
            if heading:
                st.text(heading)
            if task:
                st.text(task)
