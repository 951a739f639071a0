"""A question with its numbers in, its answer, and the way there."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Question:
    """One question with its numbers in.

    text       the question, in markdown (the author's own words and numbers)
    answer     the answer, computed by `core`: a number, or one of `choices`
    working    the worked calculation with the numbers in, in markdown; shown with the answer
    tolerance  how far a number may be off
    unit       what the number counts, e.g. "%" or "bits"
    digits     decimals of the answer as shown
    choices    the possible answers when it is not a number
    """

    text: str
    answer: float | str
    working: str
    tolerance: float = 0.0
    unit: str = ""
    digits: int = 2
    choices: tuple[str, ...] = ()
