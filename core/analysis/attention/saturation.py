"""What large scores do to one attention head: weights, Jacobian and gradients against d_k, with and without 1/√d_k.

Letters: Tq / Tk queries / keys, K d_k.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import torch

from core.analysis.attention.jacobian import softmax_jacobian
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

    q [Tq, K], k and v [Tk, K], cotangent [Tq, K]. Unscaled: q is multiplied by √K first, which undoes the division.
    Note that ∂q = ∂scores · k / √K: without the scale the product is √K larger, so the softmax has to saturate first
    before ∂q falls; ∂scores shows the saturation itself.
    """
    q, k = (x.detach().clone().requires_grad_() for x in (q, k))
    head = attention(q if scaled else q * q.shape[-1] ** 0.5, k, v)
    return head, torch.autograd.grad((head.out * cotangent).sum(), (head.scores, q, k))


def saturation_point(d_k: int, scaled: bool, *, keys: int = 16, queries: int = 64, seed: int = 0) -> SaturationPoint:
    """One head with unit-variance normal q, k and v; for one seed the scaled and the unscaled head have the same draw.

    Raises ValueError for sizes below 1.
    """
    check_sizes(d_k=d_k, keys=keys, queries=queries)
    generator = torch.Generator().manual_seed(seed)
    sizes = (queries, keys, keys, queries)
    q, k, v, cotangent = (torch.randn(n, d_k, generator=generator, dtype=torch.float64) for n in sizes)
    head, gradients = head_gradients(q, k, v, cotangent / d_k**0.5, scaled)
    weights = head.weights.detach()
    jacobians = softmax_jacobian(head.scores.detach())  # [Tq, Tk, Tk]
    by_score, by_query, by_key = (gradient.norm(dim=-1) for gradient in gradients)
    return SaturationPoint(
        d_k=d_k,
        scaled=scaled,
        largest_weight=float(weights.amax(-1).mean()),
        entropy=float(entropy(weights).mean()),
        jacobian_norm=float(jacobians.flatten(1).norm(dim=1).mean()),
        score_gradient=float(by_score.mean()),
        query_gradient=float(by_query.mean()),
        key_gradient=float(by_key.mean()),
        typical_score_gradient=float(by_score.median()),
        typical_query_gradient=float(by_query.median()),
    )


def saturation_curve(d_ks: Iterable[int], **options) -> list[SaturationPoint]:
    """Both heads, scaled then unscaled, for each d_k."""
    return [saturation_point(d_k, scaled, **options) for d_k in d_ks for scaled in (True, False)]
