"""A question with its numbers in, its answer, the way there, and what a wrong answer confuses."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

KINDS = ("predict", "experiment", "misconception")


@dataclass(frozen=True)
class Question:
    """One question with its numbers in.

    text        the question, in markdown (the author's own words and numbers)
    answer      the answer, computed by `core`: a number, or one of `choices`
    working     the worked calculation with the numbers in, in markdown; shown with the answer
    tolerance   how far a number may be off
    unit        what the number counts, e.g. "%" or "bits"
    digits      decimals of the answer as shown
    choices     the possible answers when it is not a number
    kind        predict: from the numbers given. experiment: by working the page's controls. misconception: what one
                would answer at first is wrong
    hints       opened one after the other; none of them holds the answer
    confusions  wrong answer -> how one comes to it, as the end of "That is …". One that could be taken for the answer,
                or reads like it, is left out
    given       what was drawn, by name; a setting of the page by the key of its control
    """

    text: str
    answer: float | str
    working: str
    tolerance: float = 0.0
    unit: str = ""
    digits: int = 2
    choices: tuple[str, ...] = ()
    kind: str = "predict"
    hints: tuple[str, ...] = ()
    confusions: Mapping[float | str, str] = field(default_factory=dict)
    given: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self):
        apart = {wrong: why for wrong, why in self.confusions.items() if self._is_apart(wrong)}
        object.__setattr__(self, "confusions", apart)

    def confusion(self, given: float | str) -> str | None:
        """How one comes to a wrong answer, where that can be told.

        Example:
            >>> Question("√16?", 4.0, "", confusions={8.0: "half of it"}).confusion(8.0)
            'half of it'
        """
        if self.choices:
            return self.confusions.get(given)
        near = [wrong for wrong in self.confusions if abs(given - wrong) <= self.margin]
        return self.confusions[min(near, key=lambda wrong: abs(given - wrong))] if near else None

    @property
    def margin(self) -> float:
        """How far from a confusion a number is still told: the tolerance, or the last digit that is shown."""
        return max(self.tolerance, 0.5 * 10**-self.digits)

    def _is_apart(self, wrong: float | str) -> bool:
        return wrong != self.answer if self.choices else abs(wrong - self.answer) > self.tolerance + self.margin
