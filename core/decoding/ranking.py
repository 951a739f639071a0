"""The head of a distribution over a large vocabulary: its largest entries, in an order that ties cannot change.

Letter: V vocabulary size.
"""

import torch

from core.transformer.device import float64


def largest(values: torch.Tensor, k: int) -> torch.Tensor:
    """Where the k largest stand, largest first, of equals the first; all of them if there are no more.  [V] -> [k]

    `torch.topk` promises no order among equals, and a stable sort of a whole vocabulary costs forty times as much: so
    topk says what is large enough, and only that is sorted.

    Example:
        >>> largest(torch.tensor([1.0, 3.0, 2.0, 3.0]), 3).tolist()
        [1, 3, 2]
    """
    k = min(k, len(values))
    if k < 1:
        return torch.empty(0, dtype=torch.long)
    least = values.topk(k).values[-1]
    enough = (~(values < least)).nonzero()[:, 0]  # in order; NaN counts as large, as in a sort
    return enough[values[enough].sort(descending=True, stable=True).indices[:k]]


def most_probable(logits, k: int) -> tuple[list[int], list[float]]:
    """The ids and probabilities of the k most probable tokens, the first of equals first.  [V] -> k, k

    Raises ValueError when k is below 1; more than V gives all.

    Example:
        >>> most_probable([0.0, 0.0, float("-inf")], 2)
        ([0, 1], [0.5, 0.5])
    """
    if k < 1:
        raise ValueError(f"k={k} must be at least 1")
    logits = float64(logits)
    shares = torch.softmax(logits, -1)
    order = largest(logits, k)  # equal shares may have different logits
    return order.tolist(), shares[order].tolist()


def shown_ids(logits, most: int) -> list[int]:
    """The ids of the `most` largest logits, largest first, ties to the lowest id; all V, in order, if no more.

    Example:
        >>> shown_ids([1.0, 3.0, 2.0, 3.0], most=2), shown_ids([1.0, 3.0], most=2)
        ([1, 3], [0, 1])
    """
    values = torch.as_tensor(logits)
    if len(values) <= most:
        return list(range(len(values)))
    return largest(values, most).tolist()


def with_rest(values, ids: list[int]) -> list[float]:
    """The values at `ids`, and the sum of all others where there are any.  [V] -> len(ids) or one more

    Example:
        >>> with_rest([0.5, 0.125, 0.25, 0.125], [0, 2])
        [0.5, 0.25, 0.25]
    """
    values = torch.as_tensor(values)
    kept = values[ids]
    rest = [] if len(ids) == len(values) else [max(0.0, float(values.sum() - kept.sum()))]
    return kept.tolist() + rest
