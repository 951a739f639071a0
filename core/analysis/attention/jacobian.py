"""The derivative of the softmax, and how it vanishes when scores grow.

Letters: n scores, p their softmax.
"""

import math
from dataclasses import dataclass

import torch

from core.decoding import entropy
from core.transformer import softmax


@dataclass(frozen=True)
class SoftmaxRow:
    """One softmax row: the probabilities, the Jacobian, its Frobenius norm, the entropy in nats, the largest weight."""

    weights: torch.Tensor  # [n]
    jacobian: torch.Tensor  # [n, n]
    norm: float
    entropy: float
    largest: float


@dataclass(frozen=True)
class JacobianCheck:
    """The Jacobian in three ways, [n, n] each, and the largest difference of the other two from the formula."""

    formula: torch.Tensor
    autograd: torch.Tensor
    finite_differences: torch.Tensor
    autograd_error: float
    finite_difference_error: float


def softmax_jacobian(scores) -> torch.Tensor:
    """∂p_j / ∂s_m = p_j (δ_jm − p_m), that is diag(p) − p pᵀ.  [..., n] -> [..., n, n]

    Symmetric, rows sum to 0, positive semi-definite. A score of -inf (hidden) has a zero row and column; when all are
    hidden the whole is 0. Lists are taken as float64.

    Raises ValueError for no scores, NaN, or +inf.

    Example:
        >>> softmax_jacobian([0.0, 0.0]).tolist()
        [[0.25, -0.25], [-0.25, 0.25]]
    """
    p = softmax(_as_scores(scores))
    return torch.diag_embed(p) - p[..., :, None] * p[..., None, :]


def softmax_row(scores, scale: float = 1.0) -> SoftmaxRow:
    """Everything the page shows of one row of scores, multiplied by `scale` first.  [n] -> SoftmaxRow

    `norm` is the Frobenius norm of the Jacobian: 0 for a one-hot row, ½ for [½, ½], and never more than ½.
    """
    scores = _as_scores(scores) * scale
    p = softmax(scores)
    jacobian = softmax_jacobian(scores)
    return SoftmaxRow(p, jacobian, float(jacobian.norm()), float(entropy(p)), float(p.max()))


def most_entropy(n: int) -> float:
    """ln n, the entropy in nats of n equal weights."""
    return math.log(n)


def jacobian_check(scores, step: float = 1e-6) -> JacobianCheck:
    """The Jacobian of one row by formula, by autograd, and by central differences of width 2·step, in float64."""
    scores = _as_scores(scores).double()
    formula = softmax_jacobian(scores)
    by_autograd = torch.autograd.functional.jacobian(softmax, scores)
    steps = step * torch.eye(len(scores), dtype=torch.float64)
    columns = [(softmax(scores + e) - softmax(scores - e)) / (2 * step) for e in steps]
    differences = torch.stack(columns, dim=-1)  # column m: moved by score m
    return JacobianCheck(
        formula, by_autograd, differences, _largest(by_autograd - formula), _largest(differences - formula)
    )


def _as_scores(scores) -> torch.Tensor:
    scores = torch.as_tensor(scores, dtype=None if isinstance(scores, torch.Tensor) else torch.float64)
    if not scores.is_floating_point() or scores.dtype in (torch.float16, torch.bfloat16):
        scores = scores.float()
    if scores.ndim == 0 or scores.shape[-1] == 0:
        raise ValueError("a softmax needs at least one score")
    if scores.isnan().any() or scores.isposinf().any():
        raise ValueError("a score is NaN or +inf; allowed: finite numbers, or -inf for a hidden position")
    return scores


def _largest(difference: torch.Tensor) -> float:
    return float(difference.abs().max())
