"""Attention as a lookup: one answer from the best key alone, and one mixed from all (section 3.2).

Letters: T tokens, K d_k, V size of a value.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import torch

from core.transformer import attention, causal_mask

LONGEST = 1e6  # queries longer than this are not tried


@dataclass(frozen=True)
class Lookup:
    """The answers to T queries, by the softmax and by the best key alone.

    `best` is the visible key with the highest score, of equals the first, and None for a query that sees no key; `hard`
    is its value, 0 where there is none, as in `soft`.
    """

    dots: torch.Tensor  # [T, T] q·k, whether or not it may be seen
    scores: torch.Tensor  # [T, T] -inf where hidden
    weights: torch.Tensor  # [T, T]
    soft: torch.Tensor  # [T, V]
    best: tuple[int | None, ...]
    hard: torch.Tensor  # [T, V]
    visible: torch.Tensor  # [T, T] bool


def lookup(queries, keys, values, *, scaled: bool = True, causal: bool = False) -> Lookup:
    """Answer every query at once: softmax(Q Kᵀ / √K) V, and beside it the value of each query's best key.

    queries [T, K], keys [T, K], values [T, V], lists or tensors; there may be more queries than keys, and then causal
    leaves the first of them nothing to see. Not scaled: the division by √K is left out.

    Example:
        >>> found = lookup([[1.0, 0.0]] * 2, [[1.0, 0.0], [0.0, 1.0]], [[1.0], [0.0]])
        >>> found.best, found.hard[0].tolist(), round(found.soft[0].item(), 4)
        ((0, 0), [1.0], 0.6698)
    """
    q, k, v = (torch.as_tensor(x, dtype=torch.float64) for x in (queries, keys, values))
    visible = causal_mask(len(q), len(k)) if causal else torch.ones(len(q), len(k), dtype=torch.bool)
    out = attention(q if scaled else q * math.sqrt(q.shape[-1]), k, v, visible)
    best, sees = out.scores.argmax(-1), visible.any(-1)
    hard = v[best].masked_fill(~sees[:, None], 0)
    named = tuple(key if any_key else None for key, any_key in zip(best.tolist(), sees.tolist(), strict=True))
    return Lookup(q @ k.T, out.scores, out.weights, out.out, named, hard, visible)


def polar(angle: float, length: float) -> tuple[float, float]:
    """A vector of the plane by its direction, in degrees counter-clockwise from the right, and its length.

    Example:
        >>> [round(x, 9) for x in polar(90, 2)]
        [0.0, 2.0]
    """
    return length * math.cos(math.radians(angle)), length * math.sin(math.radians(angle))


def weights_by_length(direction, lengths: Sequence[float], keys, *, scaled: bool = True) -> torch.Tensor:
    """The weights of a query of each of these lengths in one direction.  direction [K], keys [T, K] -> [lengths, T]

    Only the keys that the query may see are given.
    """
    queries = torch.tensor(lengths, dtype=torch.float64)[:, None] * _unit(direction)
    keys = torch.as_tensor(keys, dtype=torch.float64)
    return attention(queries if scaled else queries * math.sqrt(queries.shape[-1]), keys, keys).weights


def saturation_length(direction, keys, share: float = 0.99, *, scaled: bool = True) -> float | None:
    """How long a query in this direction must be for its largest weight to reach `share`.

    The largest weight is 1 / Σ_j exp(-L (best - dot_j)): it rises with the length L, so halving an interval finds L.
    None when no length does, since two keys fit equally well (or nearly so: not below a length of 10⁶).

    Example:
        >>> round(saturation_length([1.0, 0.0], [[1.0, 0.0], [0.0, 0.0]]), 2)  # √2 · ln 99
        6.5
    """

    def largest(length: float) -> float:
        return float(weights_by_length(direction, [length], keys, scaled=scaled).max())

    low, high = 0.0, LONGEST
    if largest(high) < share:
        return None
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (low, middle) if largest(middle) >= share else (middle, high)
    return high


def _unit(direction) -> torch.Tensor:
    direction = torch.as_tensor(direction, dtype=torch.float64)
    length = direction.norm()
    if not length > 0:
        raise ValueError("a direction needs a length above 0")
    return direction / length
