"""One pair of the sinusoids before and after a shift: an arrow that turns."""

import math
import random
from dataclasses import dataclass

from core.analysis.sinusoids.positions import shift
from core.say import number
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


def turn_formula(moved: PairTurn) -> tuple[str, str]:
    """The turn in LaTeX: R_k PE(p) = PE(p + k), and the same for the chosen pair with the numbers in."""
    a, b, c, d, s, t, u, v = (number(x, 4) for x in (*moved.block[0], *moved.block[1], *moved.start, *moved.end))
    general = (
        r"\begin{aligned} PE(p+k) &= R_k\,PE(p) \\ R_k &= \begin{pmatrix} \cos k\omega_i & \sin k\omega_i \\ "
        r"-\sin k\omega_i & \cos k\omega_i \end{pmatrix} \end{aligned}"
    )
    turned = rf"\begin{{pmatrix}} {a} & {b} \\ {c} & {d} \end{{pmatrix}} \begin{{pmatrix}} {s} \\ {t} \end{{pmatrix}}"
    into = rf"\begin{{pmatrix}} {u} \\ {v} \end{{pmatrix}}"
    return general, rf"\begin{{aligned}} & {turned} \\ & = {into} \end{{aligned}}"
