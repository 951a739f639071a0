"""The position-wise feed-forward network: the same two linear maps at every position (section 3.3).

Letters: D d_model, F d_ff.
"""

from typing import NamedTuple

import torch
from torch import nn
from torch.nn import functional as F

from core.transformer.config import ModelConfig

ACTIVATIONS = {"relu": F.relu, "gelu": F.gelu, "swiglu": F.silu}  # F.gelu is the exact one, x·Φ(x), by erf


class FeedForwardRun(NamedTuple):
    """All that one call of `FeedForward` computes."""

    hidden: torch.Tensor  # [..., F], after the activation
    out: torch.Tensor  # [..., D]


class FeedForward(nn.Module):
    """relu:   max(0, x W1 + b1) W2 + b2
    gelu:   GELU(x W1 + b1) W2 + b2, with GELU(x) = x·Φ(x)
    swiglu: (SiLU(x Wg) ⊙ x W1) W2, three matrices without biases (Shazeer 2020); d_ff = 2/3 · 4d keeps the size.

    [..., D] -> [..., D]
    """

    def __init__(self, config: ModelConfig):
        super().__init__()
        gated = config.activation == "swiglu"
        self.activation = ACTIVATIONS[config.activation]
        self.fc1 = nn.Linear(config.d_model, config.d_ff, bias=not gated)
        self.gate = nn.Linear(config.d_model, config.d_ff, bias=False) if gated else None
        self.fc2 = nn.Linear(config.d_ff, config.d_model, bias=not gated)

    def hidden(self, x: torch.Tensor) -> torch.Tensor:
        """The activations between the two maps: which of the F units fire.  [..., D] -> [..., F]"""
        if self.gate is None:
            return self.activation(self.fc1(x))
        return self.activation(self.gate(x)) * self.fc1(x)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.run(x).out

    def run(self, x: torch.Tensor) -> FeedForwardRun:
        """`forward` with its intermediate."""
        hidden = self.hidden(x)
        return FeedForwardRun(hidden, self.fc2(hidden))
