"""What every control of a page has: a key in the link, a value, a way to read a link's text and to write one.

A control's `key` is its name in the link, so it is unique in the whole app, a plain word, and never changes; and a
change of a `default` changes what old links mean. Every control knows three things: how to `read` the text a link
gives it, how to write a value as `text` for a link, and how to `draw` itself as a Streamlit widget.
"""

from dataclasses import dataclass
from typing import Any

import streamlit as st

from core.glossary import named, of_label
from core.ui.held import held
from core.ui.notes import add_note, first_given, link_says


@dataclass(frozen=True, kw_only=True)
class Control:
    """What all controls share. `draw` gives the value; `value` is the same without drawing, for elsewhere.

    help  what there is to say of this control alone; what its term means, the glossary says
    term  the key of that term, where the label is not the term itself
    """

    help: str | None = None
    term: str | None = None

    @property
    def helped(self) -> str | None:
        """The help that the reader gets: what the glossary says of the term, then the control's own; None for none."""
        term = named(self.term) if self.term else of_label(self.label)
        return " ".join(said for said in (term and term.text, self.help) if said) or None

    @property
    def allowed(self) -> str:
        """What a link may say, in words."""
        raise NotImplementedError

    def read(self, text: str) -> Any:
        """The value that a link's text stands for. Raises Unreadable."""
        raise NotImplementedError

    def text(self, value: Any) -> str:
        """The value as a link carries it."""
        return str(value)

    def adjusted(self, text: str, value: Any) -> str | None:
        """What had to be done to the link's text to get the value, as a sentence; None when it says just that."""
        return None

    def samples(self) -> tuple[Any, ...]:
        """Values at the ends of the control, which the tests visit."""
        raise NotImplementedError

    @property
    def parts(self) -> tuple["Control", ...]:
        """The controls that a page declares by declaring this one: itself, and what goes with it."""
        return (self,)

    @property
    def value(self) -> Any:
        """The value as it stands, whether or not the control has been drawn yet."""
        raw = held(self.key)
        if raw is None:
            raw = st.session_state.get(self.key)
        if raw is None:  # not drawn in this session yet: what the link says, which `open_page` has made canonical
            raw = st.query_params.get(self.key, self.default)
        return self.settle(raw)

    def set(self, value: Any) -> None:
        """Set the control from a callback in its group: the widget, the figures and the address follow."""
        if held(self.key) is None:
            st.session_state[self.key] = value

    def at_rest(self) -> Any:
        """What `draw` gives where the control is hidden; takes what `draw` takes."""
        return self.value

    def arrive(self, text: str | None) -> None:
        """Take over what the address says when a visit begins; None: nothing, so the default.

        A bound widget takes over a value by itself; but a default does not stand in the address, and without it what
        an earlier visit left in the session would come back.
        """
        if text is None and self.key in st.session_state:
            self.set(self.default)

    def settle(self, raw: Any) -> Any:
        """A valid value of whatever the browser sent."""
        try:
            return self.read(raw if isinstance(raw, str) else self.text(raw))
        except (ValueError, TypeError, ArithmeticError):  # Unreadable, or nothing that could be written as text
            return self.default

    def put(self, value: Any) -> None:
        """Set a control that is never drawn: the link alone holds it."""
        if value == self.default:
            if self.key in st.query_params:
                del st.query_params[self.key]
        elif st.query_params.get(self.key) != self.text(value):
            st.query_params[self.key] = self.text(value)

    def move_to(self, value: Any, allowed: str) -> None:
        """Put the control, before it is drawn, at a value that fits what the page has found out only now.

        Where a link asked for another value it is said, and the page starts over with the link mended: a widget that
        has not been drawn yet can only be bound to what the address says when a run begins.
        """
        if held(self.key) is not None:
            return
        if self.key in st.session_state:
            self.set(value)
        elif self.key in st.query_params:
            text = self.text(value)
            said = link_says(self.key, first_given(self.key, st.query_params[self.key]))
            add_note(self.key, f"{said}. Allowed here: {allowed}. The nearest is used: {text}.")
            st.query_params[self.key] = text
            st.rerun()

    def _bound(self) -> dict[str, Any]:
        return {"key": self.key, "bind": "query-params", "help": self.helped}
