"""The random numbers of a question, and a deck from which different numbers get different cards."""

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar

LAST = 99  # questions of an exercise are numbered 1 … LAST

Case = TypeVar("Case")


class Draw(Random):
    """A random generator seeded with the number of the question, which also deals from a list of cases.

    Example:
        >>> Draw(5).random() == Random(5).random()
        True
    """

    def __init__(self, number: int):
        super().__init__(number)
        self.number = number

    def deal(self, cases: Sequence[Case], fits: Callable[[Case], bool] = lambda case: True) -> Case:
        """One of the cases, shuffled: no two numbers get the same before all have been dealt.

        Where a case does not fit, the next card of this number is tried, LAST cards on; so in a deck of several times
        LAST cards no two numbers share any. Raises ValueError when none fits.

        Example:
            >>> sorted(Draw(number).deal("abc") for number in (1, 2, 3))
            ['a', 'b', 'c']
        """
        deck = Random(len(cases)).sample(range(len(cases)), len(cases))
        for at in range(self.number - 1, self.number - 1 + LAST * len(deck), LAST):
            case = cases[deck[at % len(deck)]]
            if fits(case):
                return case
        raise ValueError(f"none of the {len(cases)} cases fits")
