"""The size of a plane."""

from collections.abc import Sequence


def plane_limit(*vectors: Sequence[float]) -> int:
    """The smallest of three fixed sizes of a plane that holds these vectors, none of which reaches beyond 11.

    Example:
        >>> plane_limit((1.0, 2.0)), plane_limit((1.0, 2.0), (-5.0, 0.0))
        (3, 6)
    """
    most = max(abs(c) for vector in vectors for c in vector)
    return next(limit for limit in (3, 6, 12) if most < 0.95 * limit)
