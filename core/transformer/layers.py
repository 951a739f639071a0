"""One layer of each tower, and the towers (section 3.1, figure 1).

Letters: B batch, S source length, T target length, D d_model.
"""

from collections.abc import Callable, Collection, Iterator
from typing import NamedTuple

import torch
from torch import nn

from core.transformer.attention import AttentionRun, MultiHeadAttention
from core.transformer.cache import KVCache
from core.transformer.config import ModelConfig
from core.transformer.feed_forward import FeedForward, FeedForwardRun
from core.transformer.lesions import NO_CUTS, LayerCuts, Lesion, cuts_for
from core.transformer.norms import make_norm


class SublayerRun(NamedTuple):
    """All that one sub-layer computes, with its norm and its residual connection."""

    inner: AttentionRun | FeedForwardRun
    norm_in: torch.Tensor  # [B, T, D]
    norm_out: torch.Tensor  # [B, T, D]
    stream: torch.Tensor  # [B, T, D], the residual stream that goes on


class LayerRun(NamedTuple):
    """All that one layer computes. An encoder layer has no cross-attention."""

    resid_pre: torch.Tensor  # [B, T, D]
    self_attn: SublayerRun
    cross_attn: SublayerRun | None
    feed_forward: SublayerRun
    resid_post: torch.Tensor  # [B, T, D]


class Layer(nn.Module):
    """What both kinds of layer share: where the norm and the residual connection go."""

    def __init__(self, config: ModelConfig):
        super().__init__()
        self.n_heads = config.n_heads
        self.norm_first = config.norm_place == "pre"
        self.dropout = nn.Dropout(config.dropout)

    def residual(self, x, norm: nn.Module, sublayer: Callable, cut: bool) -> SublayerRun:
        """post-norm: norm(x + f(x));  pre-norm: x + f(norm(x)). `cut` puts 0 in the place of f.

        x [B, T, D]; `sublayer` is f and gives a run of its own, whose `out` [B, T, D] is f(…).
        """
        normed = norm(x) if self.norm_first else None
        inner = sublayer(x if normed is None else normed)
        stream = x + self.dropout(torch.zeros_like(inner.out) if cut else inner.out)
        if normed is not None:
            return SublayerRun(inner, x, normed, stream)
        normed = norm(stream)
        return SublayerRun(inner, stream, normed, normed)

    def forward(self, *inputs, **options) -> torch.Tensor:
        """`run` without its intermediates.  -> [B, T, D]"""
        return self.run(*inputs, **options).resid_post


class EncoderLayer(Layer):
    """Self-attention over the source, then the feed-forward network."""

    def __init__(self, config: ModelConfig):
        super().__init__(config)
        self.self_attn = MultiHeadAttention(config)
        self.feed_forward = FeedForward(config)
        self.norm1 = make_norm(config)
        self.norm2 = make_norm(config)

    def run(self, x, mask=None, *, cuts: LayerCuts = NO_CUTS) -> LayerRun:
        """x [B, S, D], mask bool broadcastable to [B, H, S, S]"""
        gate = cuts.head_gate("self_attn", x, self.n_heads)

        def attend(y):
            return self.self_attn.run(y, mask=mask, head_gate=gate)

        attn = self.residual(x, self.norm1, attend, cuts.removes("self_attn"))
        ffn = self.residual(attn.stream, self.norm2, self.feed_forward.run, cuts.removes("feed_forward"))
        return LayerRun(x, attn, None, ffn, x if cuts.removes("layer") else ffn.stream)


class DecoderLayer(Layer):
    """Self-attention over the target so far, cross-attention into the encoder's output, the feed-forward network."""

    def __init__(self, config: ModelConfig):
        super().__init__(config)
        self.self_attn = MultiHeadAttention(config)
        self.cross_attn = MultiHeadAttention(config)
        self.feed_forward = FeedForward(config)
        self.norm1 = make_norm(config)
        self.norm2 = make_norm(config)
        self.norm3 = make_norm(config)

    def run(
        self, x, memory_pair, mask=None, memory_mask=None, *,
        cache: KVCache | None = None, index: int = 0, cuts: LayerCuts = NO_CUTS,
    ) -> LayerRun:  # fmt: skip
        """x [B, T, D]; memory_pair: the encoder's keys and values, from `cross_attn.keys_values`.

        New keys and values of its own go to layer `index` of the cache, if there is one.
        """
        gate = cuts.head_gate("self_attn", x, self.n_heads)
        cross_gate = cuts.head_gate("cross_attn", x, self.n_heads)

        def attend(y):
            return self.self_attn.run(y, mask=mask, cache=cache, layer=index, head_gate=gate)

        def look_across(y):
            return self.cross_attn.run(y, mask=memory_mask, keys_values=memory_pair, head_gate=cross_gate)

        attn = self.residual(x, self.norm1, attend, cuts.removes("self_attn"))
        cross = self.residual(attn.stream, self.norm2, look_across, cuts.removes("cross_attn"))
        ffn = self.residual(cross.stream, self.norm3, self.feed_forward.run, cuts.removes("feed_forward"))
        return LayerRun(x, attn, cross, ffn, x if cuts.removes("layer") else ffn.stream)


class Stack(nn.Module):
    """N layers; pre-norm adds one norm on top, since its stream leaves the last layer unnormalised."""

    def __init__(self, config: ModelConfig, layer: type[Layer]):
        super().__init__()
        self.layers = nn.ModuleList(layer(config) for _ in range(config.n_layers))
        self.final_norm = make_norm(config) if config.norm_place == "pre" else nn.Identity()

    def forward(self, *inputs, **options) -> torch.Tensor:
        """The stream at the top. A layer's run is let go before the next is made, so depth costs no memory."""
        for run in self.runs(*inputs, **options):
            stream = run.resid_post
            del run
        return self.final_norm(stream)

    def traced(self, *inputs, **options) -> tuple[torch.Tensor, list[LayerRun]]:
        """The stream at the top, and all that the layers computed below it."""
        runs = list(self.runs(*inputs, **options))
        return self.final_norm(runs[-1].resid_post), runs


class EncoderStack(Stack):
    """Self-attention over the source, layer upon layer."""

    def __init__(self, config: ModelConfig):
        super().__init__(config, EncoderLayer)

    def runs(self, x, mask=None, *, lesions: Collection[Lesion] = ()) -> Iterator[LayerRun]:
        """One layer after the other.  x [B, S, D]"""
        for index, layer in enumerate(self.layers):
            run = layer.run(x, mask, cuts=cuts_for(lesions, "encoder", index))
            x = run.resid_post
            yield run
            del run


class DecoderStack(Stack):
    """All layers read the output of the LAST encoder layer."""

    def __init__(self, config: ModelConfig):
        super().__init__(config, DecoderLayer)

    def memory_pairs(self, memory: torch.Tensor, cache: KVCache | None = None) -> list:
        """Each layer's cross-attention keys and values: computed once per source when there is a cache."""
        if cache is not None and cache.cross is not None:
            return cache.cross
        pairs = [layer.cross_attn.keys_values(memory) for layer in self.layers]
        if cache is not None:
            cache.cross = pairs
        return pairs

    def runs(
        self, x, memory, mask=None, memory_mask=None, *,
        cache: KVCache | None = None, lesions: Collection[Lesion] = (),
    ) -> Iterator[LayerRun]:  # fmt: skip
        """One layer after the other.  x [B, T, D], memory [B, S, D]"""
        pairs = self.memory_pairs(memory, cache)
        for index, layer in enumerate(self.layers):
            cuts = cuts_for(lesions, "decoder", index)
            run = layer.run(x, pairs[index], mask, memory_mask, cache=cache, index=index, cuts=cuts)
            x = run.resid_post
            yield run
            del run
