"""The sampling rules: temperature, then top-k, then top-p, with the probabilities after every stage kept.

V vocabulary size; leading axes are free.
"""

import math
from contextlib import suppress
from dataclasses import dataclass

import torch
from torch import Tensor

from core.transformer.device import float64


@dataclass(frozen=True)
class SamplingStages:
    """Probabilities after each stage, float64, each [..., V] and summing to 1; `top_p` is what is drawn from.

    raw      softmax of the logits as they are (T = 1)
    tempered softmax of the logits divided by T
    top_k    the k most probable of `tempered`, renormalised
    top_p    the nucleus of `top_k`, renormalised
    """

    raw: Tensor
    tempered: Tensor
    top_k: Tensor
    top_p: Tensor


def filter_logits(
    logits, temperature: float = 1.0, top_k: int | None = None, top_p: float | None = None
) -> SamplingStages:
    """Apply p_i ∝ exp(z_i / T), then keep k tokens, then the nucleus of mass p of what is left.

    logits       [..., V], a tensor, array or nested list; -inf removes a token
    temperature  T ≥ 0; 0 is greedy: all probability on the largest logit, ties to the lowest id
    top_k        keep exactly k, ties to the lowest id; None, 0, or k ≥ V: off
    top_p        keep a token while the mass before it is below p, so at least one; None or 1: off

    Raises ValueError for logits that are empty, NaN, +inf or all -inf in a row, for T < 0, k < 0, p outside [0, 1], and
    for any of the three that is not a number.

    Top-p: Holtzman et al., "The Curious Case of Neural Text Degeneration", section 3.1. Top-k: Fan et al., 2018.

    Example:
        >>> filter_logits([3.0, 2.0, 1.0], temperature=0.5, top_p=0.8).top_p.tolist()
        [1.0, 0.0, 0.0]
    """
    z = _checked_logits(logits)
    temperature, top_k, top_p = checked_rules(temperature, top_k, top_p)
    raw = torch.softmax(z, dim=-1)  # [..., V]
    order = torch.sort(z, dim=-1, descending=True, stable=True).indices  # [..., V], of equal logits the lowest id first
    tempered = _temper(z, temperature, order)
    kept_k = _keep_top_k(tempered, top_k, order)
    return SamplingStages(raw, tempered, kept_k, _keep_top_p(kept_k, top_p, order))


def choose(probabilities: Tensor, chance: Tensor) -> Tensor:
    """The token in whose stretch of the cumulative distribution `chance` (uniform in [0, 1)) falls.  [B, V], [B] -> [B]

    One row of probabilities may serve any number of chances.  [1, V], [n] -> [n]

    Example:
        >>> choose(torch.tensor([[0.25, 0.0, 0.75]]), torch.tensor([0.25])).tolist()
        [2]
    """
    mass = probabilities.double().cumsum(-1)  # [B, V]; rounding may leave the whole, its last column, a little off 1
    chances = chance.double().reshape(len(mass), len(chance) // len(mass)) * mass[:, -1:]  # [B, 1], or [1, n]
    return torch.searchsorted(mass, chances, right=True).flatten()


def draw(probabilities, n: int, generator: torch.Generator) -> Tensor:
    """Draw n token ids with replacement from one distribution. [V] -> [n].

    Example:
        >>> draw([0.0, 1.0], 3, torch.Generator().manual_seed(0)).tolist()
        [1, 1, 1]
    """
    if n < 0:
        raise ValueError(f"n must be at least 0, not {n}")
    chances = torch.rand(n, generator=generator, dtype=torch.float64)
    return choose(float64(probabilities)[None], chances)


def draw_counts(probabilities, n: int, seed: int) -> Tensor:
    """How often each token comes up in n draws, from a generator started at `seed`. [V] -> [V], whole numbers."""
    p = float64(probabilities)
    return torch.bincount(draw(p, n, torch.Generator().manual_seed(seed)), minlength=len(p))


def temperature_sweep(logits, temperatures) -> Tensor:
    """The tempered probabilities at each of n temperatures, T = 0 included. [V], [n] -> [n, V]."""
    return torch.stack([filter_logits(logits, t).tempered for t in temperatures])


def _checked_logits(logits) -> Tensor:
    z = float64(logits)  # by way of float32, numbers that differ could become equal
    if z.ndim == 0 or z.shape[-1] == 0:
        raise ValueError("logits must have at least one token on their last axis")
    if torch.isnan(z).any() or torch.isposinf(z).any():
        raise ValueError("logits must be finite numbers or -inf, not NaN or +inf")
    if torch.isneginf(z).all(-1).any():
        raise ValueError("logits must leave at least one token in every row, not -inf for all")
    return z


def checked_rules(temperature, top_k, top_p) -> tuple[float, int | None, float | None]:
    """The three rules as plain numbers, None where a filter is off. Raises ValueError as `filter_logits` does."""
    heat, k, mass = _number(temperature), _number(top_k), _number(top_p)
    if not 0 <= heat < math.inf:
        raise ValueError(f"temperature must be a number of at least 0, not {temperature!r}")
    if top_k is not None and not (0 <= k < math.inf and k == int(k)):
        raise ValueError(f"top_k must be a whole number of at least 0, not {top_k!r}")
    if top_p is not None and not 0 <= mass <= 1:
        raise ValueError(f"top_p must be a number between 0 and 1, not {top_p!r}")
    return heat, None if top_k is None else int(k), None if top_p is None else mass


def _number(value) -> float:
    """What any kind of number is as a float; NaN, which no rule allows, for what is none ("0.5" is a text)."""
    if not isinstance(value, str | bytes | bool):
        with suppress(TypeError, ValueError, OverflowError, RuntimeError):
            return float(value)
    return math.nan


def _temper(z: Tensor, temperature: float, order: Tensor) -> Tensor:
    """softmax(z / T); the largest logit is taken off first, so that no division by a small T overflows."""
    if temperature == 0:
        return torch.zeros_like(z).scatter_(-1, order[..., :1], 1.0)
    shifted = (z - z.amax(-1, keepdim=True)) / temperature
    return torch.softmax(shifted, dim=-1)


def _keep_top_k(p: Tensor, k: int | None, order: Tensor) -> Tensor:
    if not k or k >= p.shape[-1]:
        return p
    kept = order[..., :k]  # [..., k]
    return _renormalised(p, torch.zeros_like(p, dtype=torch.bool).scatter_(-1, kept, True))


def _keep_top_p(p: Tensor, mass: float | None, order: Tensor) -> Tensor:
    if mass is None or mass == 1:
        return p
    ordered = p.gather(-1, order)
    before = ordered.cumsum(-1) - ordered  # [..., V], the mass of all that come first
    keep = before < mass - _ROUNDING
    keep[..., 0] = True
    return _renormalised(p, torch.zeros_like(keep).scatter_(-1, order, keep))


# 0.5 + 0.3 is not 0.8 in binary. Sums of a vocabulary's float64 probabilities are off by less than this.
_ROUNDING = 1e-12


def _renormalised(p: Tensor, keep: Tensor) -> Tensor:
    kept = torch.where(keep, p, 0.0)
    return kept / kept.sum(-1, keepdim=True)
