"""A word of a list that is chosen by a click on a chart."""

from collections.abc import Sequence
from typing import NamedTuple

from core.ui.text_controls import Text


class Pick(NamedTuple):
    """Lets a click on a chart, which gives a place in a list, set the word of a control.

    Example:
        ui.figure(chart, reading, data, key="plane", alt="…", cell=(ui.Pick(WORD_A, words), ui.Pick(WORD_B, words)))
    """

    control: Text
    words: Sequence[str]

    @property
    def value(self) -> str:
        return self.control.value

    def set(self, at: int) -> None:
        self.control.set(self.words[at])
