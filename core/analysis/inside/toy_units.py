"""A feed-forward layer small enough to see: a scalar goes in, 2,048 hidden units, a scalar comes out.

h = f(w·x + b), y = v · h; SwiGLU: h = SiLU(g·x) ⊙ (w·x), without biases. The weights are seeded and fixed, the biases
slightly negative, so that without input no ReLU unit fires.

Letters: F hidden units.
"""

from dataclasses import dataclass
from functools import lru_cache

import torch

from core.transformer.checks import check_sizes
from core.transformer.feed_forward import ACTIVATIONS

UNITS, SEED = 2048, 17
_SPREAD, _BIASES = 0.38, (-0.6, -0.2)  # of the weights; the range of the biases


@dataclass(frozen=True)
class ToyLayer:
    """What the layer does with one input."""

    weights: list[float]  # w, F
    pre: list[float]  # before the activation, F; with SwiGLU the gate's
    hidden: list[float]  # after it, F
    out: float
    out_weights: list[float]  # v, F

    @property
    def firing(self) -> int:
        """Units with an output above zero."""
        return sum(value > 0 for value in self.hidden)

    @property
    def zeros(self) -> int:
        """Units whose output is exactly zero."""
        return sum(value == 0 for value in self.hidden)


def activate(values, activation: str) -> list[float]:
    """The activation alone: ReLU, GELU (the exact one, x·Φ(x)), or SwiGLU's gate, SiLU(x) = x·σ(x); in float64.

    Raises ValueError for another name.

    Example:
        >>> activate([-1.0, 0.0, 2.0], "relu")
        [0.0, 0.0, 2.0]
    """
    if activation not in ACTIVATIONS:
        raise ValueError(f"activation={activation!r} is unknown; allowed: {', '.join(ACTIVATIONS)}")
    return ACTIVATIONS[activation](torch.as_tensor(values, dtype=torch.float64)).tolist()


def toy_layer(x: float, activation: str = "relu", units: int = UNITS) -> ToyLayer:
    """The layer at input x. Raises ValueError for an unknown activation or no units.

    Example:
        >>> layer = toy_layer(0.0)
        >>> layer.firing, layer.zeros
        (0, 2048)
    """
    w, b, g, v = _weights(units)
    if activation == "swiglu":
        pre = g * x
        hidden = torch.tensor(activate(pre, activation), dtype=torch.float64) * (w * x)
    else:
        pre = w * x + b
        hidden = torch.tensor(activate(pre, activation), dtype=torch.float64)
    return ToyLayer(w.tolist(), pre.tolist(), hidden.tolist(), float(v @ hidden), v.tolist())


def firing_shares(inputs, activation: str) -> tuple[list[float], list[float]]:
    """For each input the share of units above zero, and the share at exactly zero."""
    layers = [toy_layer(x, activation) for x in inputs]
    return [layer.firing / UNITS for layer in layers], [layer.zeros / UNITS for layer in layers]


@lru_cache(maxsize=4)
def _weights(units: int) -> tuple[torch.Tensor, ...]:
    """w, b, g, v, each [F] in float64; the first units are the same whatever F."""
    check_sizes(units=units)
    generator = torch.Generator().manual_seed(SEED)
    noise = torch.randn(max(units, UNITS), 3, generator=generator, dtype=torch.float64)[:units]
    low, high = _BIASES
    biases = low + (high - low) * torch.rand(max(units, UNITS), generator=generator, dtype=torch.float64)[:units]
    return _SPREAD * noise[:, 0], biases, _SPREAD * noise[:, 1], noise[:, 2] / units**0.5
