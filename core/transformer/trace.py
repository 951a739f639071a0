"""Everything that a forward pass computed, as frozen records. Names follow TransformerLens: resid_pre, resid_mid, …

Letters: B batch, H heads, Tq / Tk queries / keys, K d_k, D d_model, F d_ff, V vocabulary.
"""

from dataclasses import dataclass, fields, is_dataclass

import torch


@dataclass(frozen=True)
class NormTrace:
    """What a norm received and gave, and the statistics it divided by."""

    input: torch.Tensor  # [B, T, D]
    output: torch.Tensor  # [B, T, D]
    mean: torch.Tensor  # [B, T]
    std: torch.Tensor  # [B, T], biased, without ε
    rms: torch.Tensor  # [B, T]


@dataclass(frozen=True)
class AttentionTrace:
    """One attention sub-layer. In cross-attention k and v come from the encoder."""

    q: torch.Tensor  # [B, H, Tq, K]
    k: torch.Tensor  # [B, H, Tk, K]
    v: torch.Tensor  # [B, H, Tk, K]
    scores: torch.Tensor  # [B, H, Tq, Tk], scaled; -inf where the mask hides
    weights: torch.Tensor  # [B, H, Tq, Tk]
    z: torch.Tensor  # [B, H, Tq, K], the heads' outputs
    out: torch.Tensor  # [B, Tq, D], after out_proj
    norm: NormTrace


@dataclass(frozen=True)
class FeedForwardTrace:
    """One feed-forward sub-layer."""

    hidden: torch.Tensor  # [B, T, F], after the activation
    out: torch.Tensor  # [B, T, D]
    norm: NormTrace


@dataclass(frozen=True)
class LayerTrace:
    """One layer: the residual stream before, between and after its sub-layers, and the sub-layers."""

    resid_pre: torch.Tensor  # [B, T, D]
    self_attn: AttentionTrace
    resid_mid: torch.Tensor  # [B, T, D], after self-attention
    cross_attn: AttentionTrace | None  # decoder only
    resid_cross: torch.Tensor | None  # [B, T, D], after cross-attention, decoder only
    feed_forward: FeedForwardTrace
    resid_post: torch.Tensor  # [B, T, D]


@dataclass(frozen=True)
class ForwardTrace:
    """A whole forward pass. An encoder-only model has no decoder, target embedding or memory of its own."""

    source_embedding: torch.Tensor  # [B, S, D], scaled, positions added
    encoder: tuple[LayerTrace, ...]
    memory: torch.Tensor  # [B, S, D], what the encoder hands on
    target_embedding: torch.Tensor | None  # [B, T, D]
    decoder: tuple[LayerTrace, ...]
    final: torch.Tensor  # [B, T, D], what the output projection reads
    logits: torch.Tensor  # [B, T, V]


def layer_trace(record: dict) -> LayerTrace:
    """Freeze what one layer recorded: every tensor detached and copied, here and only here."""
    cross = record.get("cross_attn")
    return LayerTrace(
        resid_pre=keep(record["resid_pre"]),
        self_attn=_attention_trace(record["self_attn"]),
        resid_mid=keep(record["resid_mid"]),
        cross_attn=None if cross is None else _attention_trace(cross),
        resid_cross=None if cross is None else keep(record["resid_cross"]),
        feed_forward=_feed_forward_trace(record["feed_forward"]),
        resid_post=keep(record["resid_post"]),
    )


def keep(tensor: torch.Tensor) -> torch.Tensor:
    """A copy that shares neither memory nor gradients with the pass it came from."""
    return tensor.detach().clone()


def to_numpy(trace):
    """The same trace with numpy arrays (on the CPU) for tensors, for code that does not know torch."""
    if isinstance(trace, torch.Tensor):
        return trace.cpu().numpy()
    if isinstance(trace, tuple):
        return tuple(to_numpy(part) for part in trace)
    if is_dataclass(trace):
        return type(trace)(**{f.name: to_numpy(getattr(trace, f.name)) for f in fields(trace)})
    return trace


def _attention_trace(record: dict) -> AttentionTrace:
    names = ("q", "k", "v", "scores", "weights", "z", "out")
    return AttentionTrace(**{name: keep(record[name]) for name in names}, norm=_norm_trace(record))


def _feed_forward_trace(record: dict) -> FeedForwardTrace:
    return FeedForwardTrace(keep(record["hidden"]), keep(record["out"]), _norm_trace(record))


def _norm_trace(record: dict) -> NormTrace:
    x = keep(record["norm_in"])
    mean, std = x.mean(-1), x.std(-1, correction=0)
    return NormTrace(x, keep(record["norm_out"]), mean, std, x.square().mean(-1).sqrt())
