"""Many dimensions on two: principal components, and the hull around a group of points."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Plane:
    """Vectors seen from the plane on which they spread most.

    `points = (vectors - mean) @ axes.T`; `shares` are the parts of the variance along each axis, and their sum is what
    the picture keeps.
    """

    points: np.ndarray  # [n, 2]
    axes: np.ndarray  # [2, d], orthonormal
    mean: np.ndarray  # [d]
    shares: tuple[float, float]

    @property
    def kept(self) -> float:
        """The share of the variance that the plane shows, 0 … 1."""
        return sum(self.shares)

    def place(self, vectors: np.ndarray) -> np.ndarray:
        """Other vectors [..., d] on the same plane, [..., 2]."""
        return (np.asarray(vectors, dtype=np.float64) - self.mean) @ self.axes.T


def project(vectors: np.ndarray) -> Plane:
    """The first two principal components of `vectors` [n, d], by singular values in float64.

    The sign of an axis is free; it is chosen so that the axis's largest component is positive, so the picture does not
    flip between runs. Fewer than three vectors, or equal ones, still give a plane (with a share of 0 where nothing
    varies).

    Raises:
        ValueError: not [n, d] with n ≥ 1 and d ≥ 2, or a number that is not finite.
    """
    rows = np.asarray(vectors, dtype=np.float64)
    if rows.ndim != 2 or rows.shape[0] < 1 or rows.shape[1] < 2:
        raise ValueError(f"a plane needs vectors [n ≥ 1, d ≥ 2], not {list(rows.shape)}")
    if not np.isfinite(rows).all():
        raise ValueError("a plane needs finite numbers")
    mean = rows.mean(axis=0)
    _, sizes, axes = np.linalg.svd(np.vstack([rows - mean, np.zeros((2, rows.shape[1]))]), full_matrices=False)
    axes = axes[:2]
    axes = axes * np.sign(axes[[0, 1], np.abs(axes).argmax(axis=1)])[:, None]
    variance = sizes**2
    total = variance.sum()
    shares = variance[:2] / total if total > 0 else np.zeros(2)
    return Plane((rows - mean) @ axes.T, axes, mean, (float(shares[0]), float(shares[1])))


def convex_hull(points: Sequence[Sequence[float]] | np.ndarray) -> list[int]:
    """Indices of the corners of the convex hull of 2-D points, counter-clockwise from the leftmost (Andrew 1979).

    Points on an edge and repeated points are no corners; one point is its own hull, two are a line.

    Example:
        >>> convex_hull([(0, 0), (2, 0), (1, 1), (2, 2), (0, 2)])
        [0, 1, 3, 4]
    """
    first = {tuple(map(float, point)): index for index, point in reversed(list(enumerate(points)))}
    order = sorted(first)
    if len(order) < 3:
        return [first[point] for point in order]
    lower, upper = _half_hull(order), _half_hull(order[::-1])
    return [first[point] for point in lower[:-1] + upper[:-1]]


def _half_hull(points: list[tuple[float, ...]]) -> list[tuple[float, ...]]:
    chain: list[tuple[float, ...]] = []
    for point in points:
        while len(chain) > 1 and _turn(chain[-2], chain[-1], point) <= 0:
            chain.pop()
        chain.append(point)
    return chain


def _turn(a: tuple[float, ...], b: tuple[float, ...], c: tuple[float, ...]) -> float:
    """Twice the area of the triangle a b c, positive when it turns left."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
