"""Scaled dot-product attention, and many of them side by side (sections 3.2.1 and 3.2.2).

Letters: B batch, H heads, Tq / Tk queries / keys, K d_k, D d_model.
"""

from typing import NamedTuple

import torch
from torch import nn

from core.transformer.cache import KVCache
from core.transformer.config import ModelConfig
from core.transformer.device import to_device
from core.transformer.masks import check_mask


class AttentionOut(NamedTuple):
    """One attention: `out` [..., Tq, K]; `weights` after the softmax and `scores` before it [..., Tq, Tk]."""

    out: torch.Tensor
    weights: torch.Tensor
    scores: torch.Tensor


def attention(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, mask: torch.Tensor | None = None) -> AttentionOut:
    """softmax(q kᵀ / √d_k) v, equation 1 of the paper.

    q [..., Tq, K], k [..., Tk, K], v [..., Tk, Kv]; mask bool, broadcastable to [..., Tq, Tk], True = may attend.
    A hidden score is -inf and its weight 0. A query that may attend to nothing has weights 0 and output 0.
    Everything is computed in at least float32, and of half-precision inputs only `out` and `weights` are rounded back:
    no finite q, k, v of float16 gives a score, weight or output that is not finite.
    Raises TypeError for a mask that is not bool, ValueError for shapes that do not fit and for a mask that would
    enlarge the scores or has neither their number of axes nor that of a matrix.

    Example:
        >>> out = attention(torch.eye(2), torch.eye(2), torch.tensor([[1.0], [0.0]]), torch.eye(2, dtype=torch.bool))
        >>> out.weights.tolist(), out.out.tolist()
        ([[1.0, 0.0], [0.0, 1.0]], [[1.0], [0.0]])
    """
    if q.shape[-1] != k.shape[-1] or k.shape[-2] != v.shape[-2]:
        raise ValueError(f"q {tuple(q.shape)}, k {tuple(k.shape)} and v {tuple(v.shape)} do not fit together")
    scores = (_wide(q) * q.shape[-1] ** -0.5) @ _wide(k).transpose(-2, -1)  # [..., Tq, Tk]
    if mask is None:
        weights = torch.softmax(scores, -1)
    else:
        check_mask(mask, scores.shape)
        mask = to_device(mask, scores.device)
        scores = scores.masked_fill(~mask, -torch.inf)
        weights = softmax(scores, blind=~mask.any(-1, keepdim=True))
    return AttentionOut((weights @ _wide(v)).to(v.dtype), weights.to(q.dtype), scores)


def _wide(x: torch.Tensor) -> torch.Tensor:
    """Half precision as float32: products of numbers up to 65,504 leave float16, and bfloat16 has three digits."""
    return x.float() if x.dtype in (torch.float16, torch.bfloat16) else x


def softmax(scores: torch.Tensor, blind: torch.Tensor | None = None) -> torch.Tensor:
    """exp(s_i) / Σ_j exp(s_j) over the last axis, where -inf is a hidden score, and a row of nothing else gives 0.

    blind  bool [..., 1], which rows have nothing else, if that is known already

    Example:
        >>> softmax(torch.tensor([[0.0, 0.0, -torch.inf], [-torch.inf] * 3])).tolist()
        [[0.5, 0.5, 0.0], [0.0, 0.0, 0.0]]
    """
    blind = scores.isneginf().all(-1, keepdim=True) if blind is None else blind
    if blind.device.type == "cpu" and not blind.any():  # on a device the answer would have to be waited for
        return torch.softmax(scores, -1)
    return torch.softmax(scores.masked_fill(blind, 0), -1).masked_fill(blind, 0)  # never 0/0, not even in a gradient


class AttentionRun(NamedTuple):
    """All that one call of `MultiHeadAttention` computes."""

    q: torch.Tensor  # [B, H, Tq, K]
    k: torch.Tensor  # [B, H, Tk, K]
    v: torch.Tensor  # [B, H, Tk, K]
    scores: torch.Tensor  # [B, H, Tq, Tk]
    weights: torch.Tensor  # [B, H, Tq, Tk]
    z: torch.Tensor  # [B, H, Tq, K], the heads' outputs
    out: torch.Tensor  # [B, Tq, D], after out_proj


class MultiHeadAttention(nn.Module):
    """Concat(head_1, …, head_H) W^O with head_h = attention(x W_h^Q, y W_h^K, y W_h^V).

    Queries come from `x`, keys and values from `source`: x itself in self-attention, the encoder's output in
    cross-attention. Head h owns columns h·d_k … (h+1)·d_k - 1 of each projection. The batch axis may be left out.
    """

    def __init__(self, config: ModelConfig):
        super().__init__()
        width = config.n_heads * config.d_k
        self.n_heads = config.n_heads
        self.q_proj = nn.Linear(config.d_model, width, bias=config.attention_bias)
        self.k_proj = nn.Linear(config.d_model, width, bias=config.attention_bias)
        self.v_proj = nn.Linear(config.d_model, width, bias=config.attention_bias)
        self.out_proj = nn.Linear(width, config.d_model, bias=config.attention_bias)

    def split_heads(self, x: torch.Tensor) -> torch.Tensor:
        """[B, T, H·K] -> [B, H, T, K]"""
        return x.unflatten(-1, (self.n_heads, -1)).transpose(-3, -2)

    def keys_values(self, source: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """The keys and values that `source` offers to every head.  [B, Tk, D] -> two of [B, H, Tk, K]"""
        return self.split_heads(self.k_proj(source)), self.split_heads(self.v_proj(source))

    def forward(self, x: torch.Tensor, source: torch.Tensor | None = None, mask=None, **options) -> torch.Tensor:
        """`run` without its intermediates.  [B, Tq, D] -> [B, Tq, D]"""
        return self.run(x, source, mask, **options).out

    def run(
        self,
        x: torch.Tensor,  # [B, Tq, D]
        source: torch.Tensor | None = None,  # [B, Tk, D]
        mask: torch.Tensor | None = None,  # bool, broadcastable to [B, H, Tq, Tk]
        *,
        keys_values: tuple[torch.Tensor, torch.Tensor] | None = None,  # ready-made, instead of `source`
        cache: KVCache | None = None,  # where this call's keys and values are appended
        layer: int = 0,  # to which of the cache's layers
        head_gate: torch.Tensor | None = None,  # [H], multiplied onto the heads: 0 cuts one out
    ) -> AttentionRun:
        q = self.split_heads(self.q_proj(x))  # [B, H, Tq, K]
        k, v = self.keys_values(x if source is None else source) if keys_values is None else keys_values
        if cache is not None:
            k, v = cache.append(layer, k, v)  # [B, H, past + Tq, K]
        heads = attention(q, k, v, mask)
        z = heads.out if head_gate is None else heads.out * head_gate[:, None, None]
        out = self.out_proj(z.transpose(-3, -2).flatten(-2))  # [B, Tq, H·K] -> [B, Tq, D]
        return AttentionRun(q, k, v, heads.scores, heads.weights, z, out)
