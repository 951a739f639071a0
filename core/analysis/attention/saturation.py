"""What large scores do to one attention head: weights, Jacobian and gradients against d_k, with and without 1/√d_k.

Letters: Tq / Tk queries / keys, K d_k, N seeds.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import torch

from core.analysis.attention.jacobian import softmax_jacobian
from core.analysis.spread import SEEDS, Spread, over_seeds
from core.decoding import entropy
from core.transformer import attention
from core.transformer.checks import check_sizes


@dataclass(frozen=True)
class SaturationPoint:
    """Averages over the rows of one random head.

    Gradients are of L = Σ out ⊙ G, with the rows of G normal and of length about 1. Without the scale most queries get
    next to nothing and a few, caught between two keys, get a lot: the median says the first, the mean the second.
    """

    d_k: int
    scaled: bool
    largest_weight: float
    entropy: float  # nats; ln Tk is the most
    jacobian_norm: float  # Frobenius
    score_gradient: float  # ‖∂L/∂s_i‖ per query, s what the softmax receives
    query_gradient: float  # ‖∂L/∂q_i‖ per query
    key_gradient: float  # ‖∂L/∂k_j‖ per key
    typical_score_gradient: float  # the median query's
    typical_query_gradient: float  # the median query's


def head_gradients(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, cotangent: torch.Tensor, scaled: bool = True):
    """Gradients of Σ attention(q, k, v) ⊙ cotangent by autograd.  -> AttentionOut, (∂scores, ∂q, ∂k)

    q [..., Tq, K], k and v [..., Tk, K], cotangent [..., Tq, K]. Unscaled: q is multiplied by √K first, which undoes
    the division. Note that ∂q = ∂scores · k / √K: without the scale the product is √K larger, so the softmax has to
    saturate first before ∂q falls; ∂scores shows the saturation itself.
    """
    q, k = (x.detach().clone().requires_grad_() for x in (q, k))
    head = attention(q if scaled else q * q.shape[-1] ** 0.5, k, v)
    return head, torch.autograd.grad((head.out * cotangent).sum(), (head.scores, q, k))


def saturation_point(d_k: int, scaled: bool, *, keys: int = 16, queries: int = 64, seed: int = 0) -> SaturationPoint:
    """One head with unit-variance normal q, k and v; for one seed the scaled and the unscaled head have the same draw.

    Raises ValueError for sizes below 1.
    """
    return saturation_points(d_k, scaled, keys=keys, queries=queries, seeds=(seed,))[0]


def saturation_points(
    d_k: int, scaled: bool, *, keys: int = 16, queries: int = 64, seeds: Iterable[int]
) -> list[SaturationPoint]:
    """Such a head for each seed, all of them in one pass; N seeds."""
    check_sizes(d_k=d_k, keys=keys, queries=queries)
    draws = [_draw((queries, keys, keys, queries), d_k, seed) for seed in seeds]
    q, k, v, cotangent = (torch.stack(each) for each in zip(*draws, strict=True))  # [N, Tq or Tk, K]
    head, gradients = head_gradients(q, k, v, cotangent / d_k**0.5, scaled)
    weights = head.weights.detach()
    jacobians = softmax_jacobian(head.scores.detach())  # [N, Tq, Tk, Tk]
    by_score, by_query, by_key = (gradient.norm(dim=-1) for gradient in gradients)
    columns = (
        weights.amax(-1).mean(-1),
        entropy(weights).mean(-1),
        jacobians.flatten(-2).norm(dim=-1).mean(-1),
        by_score.mean(-1),
        by_query.mean(-1),
        by_key.mean(-1),
        by_score.median(-1).values,
        by_query.median(-1).values,
    )
    return [SaturationPoint(d_k, scaled, *row) for row in torch.stack(columns, dim=-1).tolist()]


def _draw(rows: Sequence[int], d_k: int, seed: int) -> list[torch.Tensor]:
    """Normal numbers, a tensor [n, K] for each n."""
    generator = torch.Generator().manual_seed(seed)
    return [torch.randn(n, d_k, generator=generator, dtype=torch.float64) for n in rows]


def saturation_curve(d_ks: Iterable[int], **options) -> list[SaturationPoint]:
    """Both heads, scaled then unscaled, for each d_k."""
    return [saturation_point(d_k, scaled, **options) for d_k in d_ks for scaled in (True, False)]


@dataclass(frozen=True)
class GradientSpread:
    """One gradient of both heads over the d_k, over seeds."""

    divided: Spread
    not_divided: Spread
    larger: list[float]  # at each d_k, the share of seeds in which the gradient without the division is the larger one


def gradient_spread(
    d_ks: Iterable[int], quantities: Iterable[str], *, keys: int = 16, seeds: Iterable[int] = range(SEEDS)
) -> dict[str, GradientSpread]:
    """The spread over seeds of some quantities of a `SaturationPoint`.  name -> GradientSpread"""
    seeds = tuple(seeds)
    both = [[saturation_points(d_k, scaled, keys=keys, seeds=seeds) for d_k in d_ks] for scaled in (True, False)]
    return {quantity: _spread(*(_values(points, quantity) for points in both)) for quantity in quantities}


def _values(points: Sequence[Sequence[SaturationPoint]], quantity: str) -> torch.Tensor:  # -> [seeds, d_ks]
    return torch.tensor([[getattr(point, quantity) for point in row] for row in points], dtype=torch.float64).T


def _spread(divided: torch.Tensor, not_divided: torch.Tensor) -> GradientSpread:
    share = (not_divided > divided).double().mean(0)
    return GradientSpread(over_seeds(divided), over_seeds(not_divided), share.tolist())
