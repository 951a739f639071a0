"""A feed-forward layer small enough to see: a scalar goes in, 2,048 hidden units, a scalar comes out.

h = f(w·x + b), y = v · h; SwiGLU: h = SiLU(g·x) ⊙ (w·x), without biases; "none": h = w·x + b. The weights are seeded,
the biases slightly negative, so that without input no ReLU unit fires.

Letters: F hidden units.
"""

from dataclasses import dataclass
from functools import lru_cache

import torch

from core.transformer.checks import check_sizes
from core.transformer.feed_forward import ACTIVATIONS

UNITS, SEED = 2048, 17
TOY_ACTIVATIONS = (*ACTIVATIONS, "none")
_SPREAD, _BIASES = 0.38, (-0.6, -0.2)  # of the weights; the range of the biases


@dataclass(frozen=True)
class ToyLayer:
    """What the layer does with one input."""

    weights: list[float]  # w, F
    pre: list[float]  # before the activation, F; with SwiGLU the gate's
    hidden: list[float]  # after it, F
    out: float
    out_weights: list[float]  # v, F

    def drawn(self, n: int) -> list[tuple[str, float, float, float]]:
        """The first n units as a picture needs them: name, weight in, activation, weight out."""
        names = map(str, range(n))
        return list(zip(names, self.weights[:n], self.hidden[:n], self.out_weights[:n], strict=True))

    @property
    def firing(self) -> int:
        """Units with an output above zero."""
        return sum(value > 0 for value in self.hidden)

    @property
    def zeros(self) -> int:
        """Units whose output is exactly zero."""
        return sum(value == 0 for value in self.hidden)


def activate(values, activation: str) -> list[float]:
    """The activation alone: ReLU, GELU (the exact one, x·Φ(x)), SwiGLU's gate, SiLU(x) = x·σ(x), or none; in float64.

    An output is zero where the formula's is. So Φ comes from erfc: 1 + erf is rounded to 0 from x = -9 on.

    Raises ValueError for another name.

    Example:
        >>> activate([-1.0, 0.0, 2.0], "relu")
        [0.0, 0.0, 2.0]
    """
    if activation not in TOY_ACTIVATIONS:
        raise ValueError(f"activation={activation!r} is unknown; allowed: {', '.join(TOY_ACTIVATIONS)}")
    z = torch.as_tensor(values, dtype=torch.float64)
    if activation == "gelu":
        return (z * torch.special.erfc(-z / 2**0.5) / 2).tolist()
    return (z if activation == "none" else ACTIVATIONS[activation](z)).tolist()


def toy_layer(x: float, activation: str = "relu", units: int = UNITS, seed: int = SEED) -> ToyLayer:
    """The layer at input x. Raises ValueError for an unknown activation or no units.

    Example:
        >>> layer = toy_layer(0.0)
        >>> layer.firing, layer.zeros
        (0, 2048)
    """
    w, b, g, v = _weights(units, seed)
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


def toy_outputs(inputs, activation: str) -> list[float]:
    """What comes out for each input."""
    return [toy_layer(x, activation).out for x in inputs]


@lru_cache(maxsize=4)
def _weights(units: int, seed: int) -> tuple[torch.Tensor, ...]:
    """w, b, g, v, each [F] in float64; the first units are the same whatever F."""
    check_sizes(units=units)
    generator = torch.Generator().manual_seed(seed)
    noise = torch.randn(max(units, UNITS), 3, generator=generator, dtype=torch.float64)[:units]
    low, high = _BIASES
    biases = low + (high - low) * torch.rand(max(units, UNITS), generator=generator, dtype=torch.float64)[:units]
    return _SPREAD * noise[:, 0], biases, _SPREAD * noise[:, 1], noise[:, 2] / units**0.5
