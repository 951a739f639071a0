"""One vector read in three ways: its query, key and value are its products with three matrices.

The matrices of the example stand in for learned ones: W_Q turns, W_K stretches, W_V mirrors and shrinks.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from core.say import number

ROLES = {"q": ((0.0, 1.0), (-1.0, 0.0)), "k": ((1.25, 0.0), (0.0, 0.5)), "v": ((-0.75, 0.0), (0.0, 0.75))}

Point = tuple[float, float]


@dataclass(frozen=True)
class ThreeRoles:
    """A vector x and what the three matrices make of it, by the letter."""

    x: Point
    roles: dict[str, Point]

    def table(self) -> dict[str, list]:
        """The four vectors, one a row."""
        vectors = {"x": self.x} | self.roles
        return {
            "vector": list(vectors),
            "first": [one[0] for one in vectors.values()],
            "second": [one[1] for one in vectors.values()],
        }

    def formula(self) -> tuple[str, str]:
        """x W in LaTeX, and the same for the three matrices with the numbers in."""
        lines = (
            rf"{role} &= {_row(self.x)} {_matrix(ROLES[role])} \\ &= {_row(point)}"
            for role, point in self.roles.items()
        )
        general = r"q = x\,W_Q, \quad k = x\,W_K, \quad v = x\,W_V"
        return general, r"\begin{aligned} " + r" \\ ".join(lines) + r" \end{aligned}"


def three_roles(x: Sequence[float]) -> ThreeRoles:
    """q = x W_Q, k = x W_K, v = x W_V of a vector of the plane.

    Example:
        >>> three_roles((1.0, 2.0)).roles["q"]
        (-2.0, 1.0)
    """
    x0, x1 = map(float, x)
    roles = {
        role: (x0 * top[0] + x1 * bottom[0] + 0.0, x0 * top[1] + x1 * bottom[1] + 0.0)
        for role, (top, bottom) in ROLES.items()
    }
    return ThreeRoles((x0, x1), roles)


def _row(point: Point) -> str:
    return f"({number(point[0])}, {number(point[1])})"


def _matrix(rows: Sequence[Point]) -> str:
    inside = r" \\ ".join(f"{a:g} & {b:g}" for a, b in rows)
    return rf"\begin{{pmatrix}} {inside} \end{{pmatrix}}"
