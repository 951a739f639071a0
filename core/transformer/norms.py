"""Layer normalisation and its cheaper relative, over the last axis. Biased variance, ε inside the root.

Letter: D d_model.
"""

import torch
from torch import nn
from torch.nn import functional as F

from core.transformer.config import ModelConfig


def layer_norm(x, gain=None, bias=None, eps: float = 1e-5) -> torch.Tensor:
    """(x - μ) / √(σ² + ε) · gain + bias, with μ and σ² the mean and the biased variance of the D values.

    Ba, Kiros & Hinton 2016.  [..., D] -> [..., D]

    Example:
        >>> [round(v, 4) for v in layer_norm(torch.tensor([1.0, 2.0, 3.0, 4.0])).tolist()]
        [-1.3416, -0.4472, 0.4472, 1.3416]
    """
    centred = x - x.mean(-1, keepdim=True)
    variance = centred.square().mean(-1, keepdim=True)  # of the centred values: exact for [10000, 10001, …] too
    return _affine(centred / (variance + eps).sqrt(), gain, bias)


def rms_norm(x, gain=None, eps: float = 1e-5) -> torch.Tensor:
    """x / √(mean(x²) + ε) · gain: no mean, no bias. Zhang & Sennrich 2019.  [..., D] -> [..., D]"""
    return _affine(x / (x.square().mean(-1, keepdim=True) + eps).sqrt(), gain, None)


def _affine(x, gain, bias):
    x = x if gain is None else x * gain
    return x if bias is None else x + bias


class LayerNorm(nn.Module):
    """`layer_norm` with a learned gain and bias, by torch's fused kernel of the same formula."""

    def __init__(self, config: ModelConfig):
        super().__init__()
        self.eps = config.norm_eps
        self.gain = nn.Parameter(torch.ones(config.d_model))
        self.bias = nn.Parameter(torch.zeros(config.d_model))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return F.layer_norm(x, self.gain.shape, self.gain, self.bias, self.eps)


class RMSNorm(nn.Module):
    """`rms_norm` with a learned gain, by torch's fused kernel of the same formula."""

    def __init__(self, config: ModelConfig):
        super().__init__()
        self.eps = config.norm_eps
        self.gain = nn.Parameter(torch.ones(config.d_model))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return F.rms_norm(x, self.gain.shape, self.gain, self.eps)


def make_norm(config: ModelConfig) -> nn.Module:
    """The norm that the config names."""
    return LayerNorm(config) if config.norm == "layer" else RMSNorm(config)
