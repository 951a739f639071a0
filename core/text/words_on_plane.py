"""Words on a plane, and what the plane does to the angles between them.

n words, d dimensions.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from core.text.comparison import Comparison, compare
from core.text.plane import convex_hull
from core.text.vectors import WordVectors, plain


@dataclass(frozen=True)
class WordPlane:
    """Words on the plane of their two principal components, and two of them compared in the full space and on it.

    Angles are measured at the zero vector, in the full space as on the plane; `origin` is where the plane shows it.
    """

    words: list[str]
    groups: list[str]  # one a word
    points: np.ndarray  # [n, 2]
    hulls: dict[str, list[tuple[float, float]]]  # group -> corners in order
    origin: tuple[float, float]
    kept: float  # share of the variance of the groups' words
    full: Comparison  # of a and b, in d dimensions
    flat: Comparison | None  # of a and b, on the plane; None when one of them falls on the origin
    bend: float  # degrees by which the angle of two of the words changes, on average over all pairs


def word_plane(vectors: WordVectors, groups: Mapping[str, Sequence[str]], a: str, b: str) -> WordPlane:
    """Put the words of `groups` on their plane, and `a` and `b` with them.

    `a` and `b` may be words of no group: they are placed on the plane that the others span, in a group "compared".
    A word keeps the first of its groups. Raises UnknownWord, and ValueError when no group has a word.
    """
    a, b = plain(a), plain(b)
    owner = {plain(word): group for group, words in reversed(groups.items()) for word in words}
    words = list(dict.fromkeys(plain(word) for members in groups.values() for word in members))
    if not words:
        raise ValueError("a plane needs at least one word in its groups")
    plane = vectors.plane(words)
    words += [word for word in dict.fromkeys((a, b)) if word not in owner]
    rows = np.stack([vectors[word] for word in words]).astype(np.float64)
    points, origin = plane.place(rows), plane.place(np.zeros(rows.shape[1]))
    names = [owner.get(word, "compared") for word in words]
    first, second = words.index(a), words.index(b)
    return WordPlane(
        words=words,
        groups=names,
        points=points,
        hulls={group: _hull(points, names, group) for group in groups if group in names},
        origin=(float(origin[0]), float(origin[1])),
        kept=plane.kept,
        full=compare(rows[first], rows[second]),
        flat=_compared(points - origin, first, second),
        bend=_bend(rows, points - origin),
    )


def _hull(points: np.ndarray, names: list[str], group: str) -> list[tuple[float, float]]:
    own = points[[name == group for name in names]]
    return [(float(own[i, 0]), float(own[i, 1])) for i in convex_hull(own)]


def _compared(points: np.ndarray, i: int, j: int) -> Comparison | None:
    try:
        return compare(points[i], points[j])
    except ValueError:
        return None


def _bend(rows: np.ndarray, points: np.ndarray) -> float:
    """Mean |angle on the plane - angle in the full space| over all pairs that have both."""
    angles = [_angles(rows), _angles(points)]
    pairs = list(combinations(range(len(rows)), 2))
    gaps = [abs(angles[0][i, j] - angles[1][i, j]) for i, j in pairs]
    return float(np.nanmean(gaps)) if gaps else 0.0


def _angles(rows: np.ndarray) -> np.ndarray:
    """All angles in degrees, [n, n]; NaN with a zero vector."""
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    units = np.divide(rows, lengths, out=np.full_like(rows, np.nan), where=lengths > 0)
    return np.degrees(np.arccos(np.clip(units @ units.T, -1, 1)))
