"""The head of a distribution over a vocabulary: what a reader wants to see of thousands of logits."""

import torch

from core.decoding.largest import largest


def most_probable(logits, k: int) -> tuple[list[int], list[float]]:
    """The ids and probabilities of the k most probable tokens, the first of equals first.  [V] -> k, k

    Raises ValueError when k is below 1; more than V gives all.

    Example:
        >>> most_probable([0.0, 0.0, float("-inf")], 2)
        ([0, 1], [0.5, 0.5])
    """
    if k < 1:
        raise ValueError(f"k={k} must be at least 1")
    logits = torch.as_tensor(logits, dtype=torch.float64)
    shares = torch.softmax(logits, -1)
    order = largest(logits, k)  # equal shares may have different logits
    return order.tolist(), shares[order].tolist()
