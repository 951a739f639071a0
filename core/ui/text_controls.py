"""The control that holds free text."""

from dataclasses import dataclass
from typing import Any

import streamlit as st

from core.ui import parse
from core.ui.control import Control
from core.ui.held import unless_hidden


@dataclass(frozen=True)
class Text(Control):
    """Free text of at most `most` characters, in a line or an area. Control characters are dropped.

    Characters are counted as the browser counts them when it limits its boxes, where an emoji is two. A text that is
    longer than its box by that count could not be edited.

    exact  keep tabs and every kind of line end, for a page on which they matter

    Example:
        SENTENCE = ui.Text("sentence", "Sentence", default="the cat sat", most=200)
    """

    key: str
    label: str
    default: str
    most: int = parse.MAX_TEXT
    area: bool = False
    exact: bool = False

    @property
    def allowed(self) -> str:
        return f"text of at most {self.most:,} characters, without control characters"

    def read(self, text: str) -> str:
        return parse.cut(self._clean(text), self.most)

    def adjusted(self, text: str, value: str) -> str | None:
        cleaned = self._clean(text)
        length = parse.units(cleaned)
        if length > self.most:
            counted = "" if length == len(cleaned) else ", of which the browser counts two for an emoji"
            return f"It was cut from {length:,} to {self.most:,} characters{counted}."
        return None if cleaned == text else "Control characters and line ends that do not belong there were dropped."

    def settle(self, raw: Any) -> str:
        return self.read(raw) if isinstance(raw, str) else self.default

    def samples(self) -> tuple[str, ...]:
        return "", "x", ("ab " * self.most)[: self.most]

    @unless_hidden
    def draw(self) -> str:
        box = st.text_area if self.area else st.text_input
        return self.settle(box(self.label, self.default, max_chars=self.most, **self._bound()))

    def _clean(self, text: str) -> str:
        return parse.clean(text, lines=self.area, exact=self.exact)
