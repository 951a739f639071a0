"""The masks that a page offers by name, those that leak among them.

Letters: T length, i query, j key. True = may attend.
"""

from typing import Literal, get_args

import torch

from core.transformer import causal_mask
from core.transformer.checks import check_sizes

MaskRule = Literal["causal", "window", "peek", "all"]
MASK_RULES: tuple[str, ...] = get_args(MaskRule)
WINDOW = 3  # keys that a query sees under "window", itself included


def rule_mask(rule: str, length: int) -> torch.Tensor:
    """The mask of a rule.  -> bool [T, T]

    causal  j ≤ i;  window  the last three of those;  peek  j ≤ i + 1, one token too many;  all  every key

    Example:
        >>> rule_mask("peek", 3).int().tolist()
        [[1, 1, 0], [1, 1, 1], [1, 1, 1]]
    """
    check_sizes(length=length)
    if rule == "causal":
        return causal_mask(length)
    if rule == "window":
        return causal_mask(length).triu(1 - WINDOW)
    if rule == "peek":
        return torch.ones(length, length, dtype=torch.bool).tril(1)
    if rule == "all":
        return torch.ones(length, length, dtype=torch.bool)
    raise ValueError(f"rule={rule!r} is unknown; allowed: {', '.join(MASK_RULES)}")
