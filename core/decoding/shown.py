"""A few entries of a distribution over a large vocabulary, and what all the others hold together.

Letter: V vocabulary size.
"""

import torch

from core.decoding.largest import largest


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
