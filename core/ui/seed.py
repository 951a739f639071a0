"""The two controls of a page's exercises: which of them is asked, and the number from which its numbers are drawn."""

from core.exercises import LAST
from core.ui.control import Control
from core.ui.controls import Choice, Number

EXERCISES = ("1", "2", "3")


class Seed(Number):
    """The control that numbers the questions of an exercise, 1 to 99; with it goes the one that chooses the exercise.

    A page declares the seed alone. The link names the exercise by the seed's key and `_number`.

    Example:
        QUESTION = ui.Seed("sampling_question")
    """

    def __init__(self, key: str):
        super().__init__(key, "Question", 1, LAST, step=1, default=1)

    @property
    def exercise(self) -> Choice:
        """The choice of the exercise: 1, where a link says nothing."""
        return Choice(f"{self.key}_number", "Exercise", EXERCISES, default="1")

    @property
    def parts(self) -> tuple[Control, ...]:
        return self.exercise, self
