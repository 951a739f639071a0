"""The largest of many numbers, in an order that ties cannot change."""

import torch


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
