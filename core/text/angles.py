"""The angle between two vectors of any length.

cos θ = u · v / (‖u‖ ‖v‖)
"""

from math import atan2, degrees

import numpy as np
from numpy.typing import ArrayLike

UNDEFINED = "similarity is undefined for a zero vector"


def cosine(u: ArrayLike, v: ArrayLike) -> float:
    """cos θ in [-1, 1], clamped, in float64.

    Raises:
        ValueError: a zero vector ("similarity is undefined for a zero vector"), lengths that differ, a NaN or infinity.

    Example:
        >>> round(cosine([3, 4], [4, 3]), 6)
        0.96
    """
    a, b = _unit_pair(u, v)
    return float(np.clip(a @ b, -1.0, 1.0))


def angle(u: ArrayLike, v: ArrayLike) -> float:
    """θ in degrees, 0 … 180, as 2 atan2(‖a - b‖, ‖a + b‖) of the unit vectors; exact where arccos of a cosine near 1
    would lose half the digits. Raises as `cosine`.

    Example:
        >>> angle([-0.7, -1.27], [-0.7, -1.27]), angle([1, 2], [-1, -2])
        (0.0, 180.0)
    """
    a, b = _unit_pair(u, v)
    return degrees(2 * atan2(float(np.linalg.norm(a - b)), float(np.linalg.norm(a + b))))


def _unit_pair(u: ArrayLike, v: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
    a, b = (np.asarray(vector, dtype=np.float64) for vector in (u, v))
    if a.ndim != 1 or a.shape != b.shape:
        raise ValueError(f"similarity needs two vectors of one length, not shapes {a.shape} and {b.shape}")
    return unit(a), unit(b)


def unit(vector: np.ndarray) -> np.ndarray:
    """`vector` at length 1. Raises ValueError for a zero vector, a NaN or infinity."""
    largest = np.abs(vector).max(initial=0.0)
    if not np.isfinite(largest):
        raise ValueError("similarity needs finite numbers")
    if largest == 0:
        raise ValueError(UNDEFINED)
    scaled = vector / largest  # squares of very large or small numbers would leave float64
    return scaled / np.linalg.norm(scaled)
