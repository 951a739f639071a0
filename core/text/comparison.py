"""Two vectors compared: everything that stands in cos θ = u · v / (‖u‖ ‖v‖)."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from core.text.angles import angle, cosine


@dataclass(frozen=True)
class Comparison:
    dot: float
    length_u: float
    length_v: float
    cosine: float  # clamped to [-1, 1]
    angle: float  # degrees


def compare(u: ArrayLike, v: ArrayLike) -> Comparison:
    """Compare two vectors. Raises ValueError as `cosine` does, so for a zero vector.

    Example:
        >>> one = compare([3, 4], [4, 3])
        >>> one.dot, one.length_u, one.length_v, round(one.cosine, 6), round(one.angle, 4)
        (24.0, 5.0, 5.0, 0.96, 16.2602)
    """
    a, b = (np.asarray(vector, dtype=np.float64) for vector in (u, v))
    alike = cosine(a, b)
    return Comparison(float(a @ b), float(np.linalg.norm(a)), float(np.linalg.norm(b)), alike, angle(a, b))
