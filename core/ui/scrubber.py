"""A slider over the recorded moments of something that happened in steps."""

from dataclasses import dataclass

import streamlit as st

from core.ui.controls import Number
from core.ui.held import held, unless_hidden


@dataclass(frozen=True)
class Scrubber(Number):
    """A step, 0 … high; drawn over the steps that were recorded. The default, `high`, stands for the last of them.

    Example:
        STEP = ui.Scrubber("step", "Step", 0, 800, step=1, default=800)
        step = STEP.draw_over([0, 5, 10])
    """

    @property
    def value(self) -> int:
        """The step as it stands; `high` where it stands at the end of what was recorded."""
        value = super().value
        return self.high if value == st.session_state.get(self._last) else value

    def at_rest(self, recorded: list[int]) -> int:
        return min(recorded, key=lambda known: abs(known - self.value))

    @unless_hidden
    def draw_over(self, recorded: list[int]) -> int:
        """The recorded step nearest to the control's value."""
        at, last = self.value, recorded[-1]
        near = min(recorded, key=lambda known: abs(known - at))
        if near != at and at != self.high:  # another run has other steps
            self.move_to(near, f"the recorded steps, {recorded[0]} to {last}")
        elif st.session_state.get(self.key) not in (None, str(near)):
            self.set(near)  # it stays at the end, which is elsewhere in another run
        st.session_state[self._last] = last
        if len(recorded) < 2:
            return last
        return int(self.settle(st.select_slider(self.label, list(map(str, recorded)), str(last), **self._bound())))

    def set(self, value: int) -> None:
        if held(self.key) is None:
            st.session_state[self.key] = str(value)  # the widget holds texts

    @property
    def _last(self) -> str:
        return f"_{self.key}_last"
