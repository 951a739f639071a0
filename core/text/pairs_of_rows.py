"""What cosine two vectors have that have nothing to do with each other: that of all pairs of a table.

n rows, d numbers each.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from core.say import number

_STEP = 0.001  # cosines are told apart by so much
_BLOCK = 500  # rows compared at a time, so that no [n, n] is ever held


@dataclass(frozen=True)
class AllPairs:
    """The cosines of all pairs of different rows."""

    count: int
    mean: float
    high: float  # 95 % of the pairs are below it, to 0.001

    def in_words(self, of: str = "words") -> str:
        """What a cosine has to be measured against."""
        return (
            f"Over all {self.count:,} pairs of {of} the mean cosine is {number(self.mean)}, and 95 % of the pairs are "
            f"below {number(self.high)}."
        )


def all_pairs(rows: ArrayLike) -> AllPairs:
    """The cosines of all pairs of rows [n ≥ 2, d], none of which may be zero.

    Example:
        >>> found = all_pairs([[1, 0], [0, 2], [1, 1]])
        >>> found.count, round(found.mean, 4), found.high
        (3, 0.4714, 0.707)
    """
    rows = np.asarray(rows, dtype=np.float64)
    units = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    n = len(units)
    total = units.sum(0)
    counts = _counts(units)
    below = np.cumsum(counts) / counts.sum()
    return AllPairs(
        count=n * (n - 1) // 2,
        mean=float((total @ total - n) / (n * (n - 1))),  # |Σ u|² is the sum of all cosines, the n ones included
        high=round(float(np.argmax(below >= 0.95)) * _STEP - 1, 3),
    )


def _counts(units: np.ndarray) -> np.ndarray:
    """How many ordered pairs have each cosine from -1 to 1, in steps."""
    bins = round(2 / _STEP) + 1
    counts = np.zeros(bins, dtype=np.int64)
    for start in range(0, len(units), _BLOCK):
        cosines = np.clip(units[start : start + _BLOCK] @ units.T, -1, 1)
        counts += np.bincount(np.rint((cosines.ravel() + 1) / _STEP).astype(np.int64), minlength=bins)
    counts[-1] -= len(units)  # each row with itself
    return counts
