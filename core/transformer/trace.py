"""Everything that a forward pass computed, as frozen records. Names follow TransformerLens: resid_pre, resid_mid, …

Letters: B batch, H heads, Tq / Tk queries / keys, K d_k, D d_model, F d_ff, V vocabulary.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass

import torch

from core.transformer.device import all_to_cpu, ordinary
from core.transformer.layers import SublayerRun


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


def forward_trace(source_embedding, encoder, memory, target_embedding, decoder, final, logits) -> ForwardTrace:
    """Freeze a pass: its tensors, and what the layers of its two stacks ran, all as they lie on the model's device."""
    source_embedding, encoder, memory, target_embedding, decoder, final, logits = freeze(
        (source_embedding, encoder, memory, target_embedding, decoder, final, logits)
    )
    encoder, decoder = (tuple(map(layer_trace, runs)) for runs in (encoder, decoder))
    return ForwardTrace(source_embedding, encoder, memory, target_embedding, decoder, final, logits)


def freeze(runs):
    """The same runs, tuples and lists with ordinary copies on the CPU for all tensors: brought there in one go.

    The copies share nothing with the pass, nor with each other: a reader may write to them and train on them.
    """
    copies = iter(all_to_cpu(list(_tensors(runs))))
    return _refilled(runs, copies)


@ordinary
def layer_trace(runs: Sequence[SublayerRun]) -> LayerTrace:
    """The frozen runs of one layer's sub-layers, two in an encoder and three in a decoder, under readers' names."""
    attn, *between, ffn = runs
    cross = between[0] if between else None
    return LayerTrace(
        resid_pre=attn.before,
        self_attn=AttentionTrace(*attn.inner, norm=_norm_trace(attn)),
        resid_mid=attn.after,
        cross_attn=cross and AttentionTrace(*cross.inner, norm=_norm_trace(cross)),
        resid_cross=cross and cross.after,
        feed_forward=FeedForwardTrace(*ffn.inner, norm=_norm_trace(ffn)),
        resid_post=ffn.after,
    )


def to_numpy(trace):
    """The same trace with numpy arrays (on the CPU) for tensors, for code that does not know torch."""
    if isinstance(trace, torch.Tensor):
        return trace.cpu().numpy()
    if isinstance(trace, tuple):
        return tuple(to_numpy(part) for part in trace)
    if is_dataclass(trace):
        return type(trace)(**{f.name: to_numpy(getattr(trace, f.name)) for f in fields(trace)})
    return trace


def _norm_trace(run: SublayerRun) -> NormTrace:
    x = run.norm_in
    mean, std = x.mean(-1), x.std(-1, correction=0)
    return NormTrace(x, run.norm_out, mean, std, x.square().mean(-1).sqrt())


def _tensors(tree) -> Iterator[torch.Tensor]:
    """The tensors of nested tuples and lists, in order."""
    if isinstance(tree, torch.Tensor):
        yield tree
    for part in tree if isinstance(tree, tuple | list) else ():
        yield from _tensors(part)


def _refilled(tree, tensors: Iterator[torch.Tensor]):
    """The same tree with the next tensor for each of its own."""
    if isinstance(tree, torch.Tensor):
        return next(tensors)
    if not isinstance(tree, tuple | list):
        return tree
    parts = [_refilled(part, tensors) for part in tree]
    return type(tree)(*parts) if hasattr(tree, "_fields") else type(tree)(parts)  # named tuples take their fields
