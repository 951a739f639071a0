"""How uncertain a distribution is.

V number of things to choose from; leading axes are free.
"""

import math

import torch
from torch import Tensor

from core.transformer.device import float64


def entropy(p: Tensor) -> Tensor:
    """H(p) = -Σ p_i ln p_i, in nats, with 0 ln 0 = 0. [..., V] -> [...].

    Example:
        >>> round(entropy(torch.tensor([0.5, 0.5, 0.0])).item(), 4)
        0.6931
    """
    return torch.special.entr(p).sum(-1)


def entropy_bits(probabilities) -> Tensor:
    """H(p) = -Σ p_i log2 p_i, in bits, with 0 log 0 = 0. [..., V] -> [...].

    Example:
        >>> entropy_bits([0.5, 0.25, 0.25]).item(), entropy_bits([1.0, 0.0]).item()
        (1.5, 0.0)
    """
    bits = entropy(float64(probabilities)) / math.log(2)
    return bits.clamp(min=0.0) + 0.0  # + 0.0 makes -0.0 plain zero


def effective_choices(probabilities) -> Tensor:
    """2^H: how many equally likely tokens would be as uncertain. [..., V] -> [...], between 1 and V.

    Example:
        >>> effective_choices([0.25, 0.25, 0.25, 0.25]).item()
        4.0
    """
    return torch.exp2(entropy_bits(probabilities))
