"""Why scores are divided by √d_k: the spread of q·k for random vectors (section 3.2.1, footnote 4).

Letters: K d_k, n samples, ρ correlation.
"""

import math
from dataclasses import dataclass
from typing import Literal, get_args

import torch

from core.transformer.checks import check_sizes

Correlated = Literal["components", "pair"]
MAX_VALUES = 2**23  # n · d_k; 32 MB a vector


@dataclass(frozen=True)
class DotProducts:
    """Sampled q·k with measured and predicted moments; scaled figures are divided by √d_k."""

    d_k: int
    correlation: float
    correlated: Correlated
    samples: torch.Tensor  # [n], unscaled
    mean: float
    std: float
    predicted_mean: float
    predicted_std: float

    @property
    def scale(self) -> float:
        """1 / √d_k"""
        return self.d_k**-0.5

    @property
    def scaled_samples(self) -> torch.Tensor:
        return self.samples * self.scale

    @property
    def scaled_std(self) -> float:
        return self.std * self.scale

    @property
    def predicted_scaled_std(self) -> float:
        return self.predicted_std * self.scale


@dataclass(frozen=True)
class Histogram:
    """Counts per bin, and the counts that the predicted normal distribution expects there."""

    edges: list[float]  # bins + 1
    counts: list[int]
    expected: list[float]


def dot_product_scores(
    d_k: int, n: int = 4000, seed: int = 0, correlation: float = 0.0, correlated: Correlated = "components"
) -> DotProducts:
    """q·k for n pairs of normal vectors whose components have mean 0 and variance 1.

    Independent: E = 0, Var = Σ Var(q_i k_i) = d_k. What ρ breaks depends on what shares a factor:
    "components"  q_i = √ρ·g + √(1−ρ)·a_i, and k with its own factor: corr(q_i, q_j) = corr(k_i, k_j) = ρ.
                  E = 0, Var = d_k + d_k (d_k − 1) ρ²; the std grows like ρ·d_k, and √d_k no longer undoes it
    "pair"        corr(q_i, k_i) = ρ, components independent. E = ρ d_k, Var = d_k (1 + ρ²)

    Raises ValueError for sizes below 1 (n below 2), more than 2²³ values, ρ outside [0, 1] ("components") or [−1, 1].

    Example:
        >>> dots = dot_product_scores(d_k=64)
        >>> dots.predicted_std, round(dots.predicted_scaled_std, 6)
        (8.0, 1.0)
    """
    check_sizes(d_k=d_k)
    check_sizes(least=2, n=n)
    _check_correlation(correlation, correlated, n * d_k)
    q, k = _queries_and_keys(d_k, n, seed, correlation, correlated)
    samples = (q * k).sum(-1).double()  # [n]
    mean, variance = predicted_moments(d_k, correlation, correlated)
    return DotProducts(
        d_k, correlation, correlated, samples, float(samples.mean()), float(samples.std()), mean, math.sqrt(variance)
    )


def predicted_moments(d_k: int, correlation: float = 0.0, correlated: Correlated = "components") -> tuple[float, float]:
    """Exact mean and variance of q·k; see `dot_product_scores`.

    Example:
        >>> predicted_moments(64), predicted_moments(64, 0.5), predicted_moments(64, 0.5, "pair")
        ((0.0, 64.0), (0.0, 1072.0), (32.0, 80.0))
    """
    if correlated == "pair":
        return correlation * d_k, d_k * (1 + correlation**2)
    return 0.0, d_k + d_k * (d_k - 1) * correlation**2


@dataclass(frozen=True)
class Moment:
    """One line of the derivation: what the assumptions say, what these draws say."""

    name: str
    assumed: float  # with independent components of mean 0 and variance 1
    measured: float


def derivation(
    d_k: int, n: int = 4000, seed: int = 0, correlation: float = 0.0, correlated: Correlated = "components"
) -> list[Moment]:
    """The five steps from the components to the scaled score, over the very draws of `dot_product_scores`.

    Means and variances of single components are averaged over the d_k components.
    """
    dots = dot_product_scores(d_k, n, seed, correlation, correlated)
    q, k = _queries_and_keys(d_k, n, seed, correlation, correlated)
    terms = q * k
    return [
        Moment("E[q_i]", 0.0, float(q.mean(0).mean())),
        Moment("Var(q_i)", 1.0, float(q.var(0).mean())),
        Moment("E[q_i k_i]", 0.0, float(terms.mean(0).mean())),
        Moment("Var(q_i k_i)", 1.0, float(terms.var(0).mean())),
        Moment("Var(q·k)", float(d_k), dots.std**2),
        Moment("Var(q·k / √d_k)", 1.0, dots.scaled_std**2),
    ]


def normal_curve(mean: float, std: float, domain: tuple[float, float], points: int = 161):
    """The density of a normal distribution over a domain.  -> xs, ys

    Example:
        >>> xs, ys = normal_curve(0.0, 1.0, (-1.0, 1.0), points=3)
        >>> xs, [round(y, 4) for y in ys]
        ([-1.0, 0.0, 1.0], [0.242, 0.3989, 0.242])
    """
    xs = torch.linspace(*domain, points, dtype=torch.float64)
    ys = torch.exp(-(((xs - mean) / std) ** 2) / 2) / (std * math.sqrt(2 * math.pi))
    return xs.tolist(), ys.tolist()


def share_outside(samples: torch.Tensor, domain: tuple[float, float]) -> float:
    """Which share of the samples a picture of this domain does not show."""
    return float(((samples < domain[0]) | (samples > domain[1])).double().mean())


def histogram(dots: DotProducts, bins: int = 40, scaled: bool = False) -> Histogram:
    """Bins of equal width over the samples, with the counts that a normal of the predicted mean and std would give.

    q·k is a sum of d_k products, so only nearly normal: for d_k = 1 it is far from it.
    """
    factor = dots.scale if scaled else 1.0
    samples = dots.samples * factor
    counts, edges = torch.histogram(samples, bins=bins)
    spread = dots.predicted_std * factor * math.sqrt(2)
    mass = 0.5 * (1 + torch.erf((edges - dots.predicted_mean * factor) / spread))  # below each edge
    return Histogram(edges.tolist(), counts.int().tolist(), (mass.diff() * len(samples)).tolist())


def _queries_and_keys(d_k: int, n: int, seed: int, correlation: float, correlated: str):
    """n queries and n keys with components of mean 0 and variance 1.  -> two of [n, K]"""
    generator = torch.Generator().manual_seed(seed)
    q, k = (torch.randn(n, d_k, generator=generator, dtype=torch.float32) for _ in range(2))
    if correlated == "components":
        return tuple(_share_factor(x, correlation, generator) for x in (q, k))
    return q, correlation * q + math.sqrt(1 - correlation**2) * k


def _share_factor(x: torch.Tensor, correlation: float, generator: torch.Generator) -> torch.Tensor:
    """One factor per vector in all its components.  [n, K] -> [n, K]"""
    shared = torch.randn(len(x), 1, generator=generator)
    return math.sqrt(correlation) * shared + math.sqrt(1 - correlation) * x


def _check_correlation(correlation: float, correlated: str, values: int) -> None:
    if correlated not in get_args(Correlated):
        raise ValueError(f"correlated={correlated!r} is unknown; allowed: {', '.join(get_args(Correlated))}")
    lowest = -1 if correlated == "pair" else 0
    if not lowest <= correlation <= 1:
        raise ValueError(f"correlation={correlation} must lie in [{lowest}, 1]")
    if values > MAX_VALUES:
        raise ValueError(f"n · d_k = {values:,} is over {MAX_VALUES:,}")
