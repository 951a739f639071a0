"""A control whose choices depend on another one: the numbers that divide it."""

from dataclasses import dataclass

import streamlit as st

from core.ui import parse
from core.ui.controls import Steps
from core.ui.held import unless_hidden


@dataclass(frozen=True)
class Divisor(Steps):
    """One of the `values` that divide a number which another control sets, such as the heads of a width.

    A link, or a move of the other control, may leave it at a number that does not divide: then the nearest that does is
    used, and a sentence says so.

    Example:
        HEADS = ui.Divisor("heads", "Heads", (1, 2, 3, 4, 6, 8), default=2)
        heads = HEADS.draw(of=12)
    """

    def read(self, text: str) -> int:
        """Any whole number in range: which of them divide is known only where the control is drawn."""
        return int(parse.snap(parse.ranged(text, min(self.values), max(self.values)), 0, 1))

    def at_rest(self, of: int) -> int:
        return min((value for value in self.values if of % value == 0), key=lambda value: abs(value - self.value))

    @unless_hidden
    def draw(self, of: int) -> int:
        allowed = [value for value in self.values if of % value == 0]
        if self.value not in allowed:
            self._use_nearest(allowed, of)
        if len(allowed) == 1:
            st.text(f"{self.label}: {allowed[0]}")  # a list of one has nothing to choose
            return allowed[0]
        texts = [self.text(value) for value in allowed]
        default = self.text(self.default if self.default in allowed else self.value)
        return self.settle(st.select_slider(self.label, texts, default, **self._bound()))

    def _use_nearest(self, allowed: list[int], of: int) -> None:
        """Move to the nearest that divides; say so above the page if a link asked for another, here if a move did."""
        at, moved = self.value, self.key in st.session_state
        nearest = min(allowed, key=lambda value: abs(value - at))
        listed = ", ".join(map(str, allowed))
        self.move_to(nearest, f"{listed}; {at} does not divide {of}")
        if moved:
            st.text(f"{self.label}: {at} does not divide {of}. Allowed: {listed}. The nearest is used: {nearest}.")
