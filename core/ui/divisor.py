"""A control whose choices depend on another one: the numbers that divide it."""

from dataclasses import dataclass

import streamlit as st

from core.ui.controls import Steps


@dataclass(frozen=True)
class Divisor(Steps):
    """One of the `values` that divide a number which another control sets, such as the heads of a width.

    A link, or a move of the other control, may leave it at a number that does not divide: then the nearest that does is
    used, and a sentence says so.

    Example:
        HEADS = ui.Divisor("heads", "Heads", (1, 2, 3, 4, 6, 8), default=2)
        heads = HEADS.draw(of=12)
    """

    def draw(self, of: int) -> int:
        allowed = [value for value in self.values if of % value == 0]
        at = self.value
        if at not in allowed:
            nearest = min(allowed, key=lambda value: abs(value - at))
            listed = ", ".join(map(str, allowed))
            st.text(f"{self.label}: {at} does not divide {of}. Allowed: {listed}. The nearest is used: {nearest}.")
            at = nearest
        if st.session_state.get(self.key) not in (None, self.text(at)):
            st.session_state[self.key] = self.text(at)
        if len(allowed) == 1:
            st.text(f"{self.label}: {at}")  # a list of one has nothing to choose
            return at
        texts = [self.text(value) for value in allowed]
        default = self.text(self.default if self.default in allowed else at)
        chosen = self.settle(st.select_slider(self.label, texts, default, **self._bound()))
        return chosen if chosen in allowed else at
