"""What is not needed to follow the thread: a slim toggle that opens it, and that the link remembers."""

from dataclasses import dataclass

import streamlit as st

from core.ui.controls import Switch
from core.ui.held import unless_hidden


@dataclass(frozen=True)
class Fold(Switch):
    """A switch drawn as a compact expander. What it opens stands below it, in the group, in full width.

    Example:
        COSTS = ui.Fold("head_costs", "Each head cut out, one at a time")

        if COSTS.draw():  # in a group
            ui.figure(...)
    """

    @unless_hidden
    def draw(self) -> bool:
        toggle = st.expander(self.label, type="compact", expanded=self.default, on_change="rerun", **self._opened())
        return self.settle(toggle.open)

    def _opened(self) -> dict[str, str]:
        return {"key": self.key, "bind": "query-params"}
