"""One pair of the sinusoids before and after a shift: an arrow that turns."""

import math
import random
from dataclasses import dataclass

from core.analysis.sinusoids.positions import shift
from core.transformer import sinusoidal_positions


@dataclass(frozen=True)
class PairTurn:
    """A pair (sine, cosine) at position p, turned by a shift of k positions."""

    block: list[list[float]]  # the pair's part of the matrix, [2, 2]
    start: list[float]  # at p
    end: list[float]  # at p + k
    degrees: float
    error: float  # of the whole matrix, over all pairs and positions


def pair_turn(k: int, p: int, first: int, d_model: int) -> PairTurn:
    """The pair of the columns `first` and `first + 1`, from position p to p + k.

    Example:
        >>> pair_turn(0, 3, 0, 8).degrees
        0.0
    """
    moved, columns = shift(k, d_model), slice(first, first + 2)
    rows = sinusoidal_positions(p + k + 1, d_model)
    return PairTurn(
        moved.matrix[columns, columns].tolist(),
        rows[p, columns].tolist(),
        rows[p + k, columns].tolist(),
        math.degrees(moved.angles[first // 2]),
        moved.error,
    )


def shuffled_order(n: int, seed: int) -> list[int]:
    """The places 0 … n − 1 in the order of this seed."""
    return random.Random(seed).sample(range(n), n)
