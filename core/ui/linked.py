"""Controls whose widget says it otherwise than the link: words for ids, chips or a table for a list with commas.

Streamlit's binding writes into the address what the widget shows, so the widget of such a control is not bound. Its
value lives in the session under the control's key, and outlives a visit to another page; what the address says is taken
over when a visit begins, and the address is written again, in the link's own form, whenever the control is drawn.
"""

from typing import Any

import streamlit as st

from core.ui.control import Control


class Linked(Control):
    """What these controls share. A subclass calls `_tell` after it has drawn its widget.

    `raw` is a value in the form in which the session holds it: where a widget has the control's key, the widget's own.
    """

    def raw(self, value: Any) -> Any:
        """The value as the session holds it."""
        return value

    def arrive(self, text: str | None) -> None:
        st.session_state[self.key] = self.raw(self.default if text is None else self.read(text))

    def set(self, value: Any) -> None:
        super().set(self.raw(value))

    def _unbound(self) -> dict[str, Any]:
        """What the widget gets besides its options; before that, the session gets what the widget is to show."""
        self._seed()
        return {"key": self.key, "persist_state": "session", "help": self.helped}

    def _seed(self) -> None:
        """Into the session: what the address says where it is new, what is used where it holds what cannot be shown."""
        raw = self.raw(self.value)
        if st.session_state.get(self.key, self.raw(self.default)) != raw:
            st.session_state[self.key] = raw

    def _tell(self) -> None:
        """Have the address say the value as it stands."""
        self.put(self.value)
