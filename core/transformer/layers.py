"""One layer of each tower, and the towers (section 3.1, figure 1).

Letters: B batch, S source length, T target length, D d_model.
"""

from collections.abc import Callable, Collection, Generator, Iterable
from typing import NamedTuple

import torch
from torch import nn

from core.transformer.cache import KVCache
from core.transformer.config import ModelConfig
from core.transformer.feed_forward import FeedForward, FeedForwardRun
from core.transformer.lesions import NO_CUTS, LayerCuts, Lesion, cuts_for
from core.transformer.multi_head_attention import AttentionRun, MultiHeadAttention
from core.transformer.norms import make_norm


class SublayerRun(NamedTuple):
    """All that one sub-layer computes, with its norm and its residual connection."""

    before: torch.Tensor  # [B, T, D], the residual stream that it reads
    inner: AttentionRun | FeedForwardRun
    norm_in: torch.Tensor  # [B, T, D]
    norm_out: torch.Tensor  # [B, T, D]
    after: torch.Tensor  # [B, T, D], the residual stream that goes on


Runs = Generator[SublayerRun, None, torch.Tensor]  # yields each sub-layer's run; returns the stream that comes out


def finish(runs: Runs, keep: Callable[[SublayerRun], object] = lambda run: None) -> torch.Tensor:
    """Drive the runs to their end and give the stream that comes out.

    Unless `keep` keeps it, each run is gone before the next is made: depth costs no memory.
    """
    try:
        while True:
            keep(next(runs))
    except StopIteration as end:
        return end.value


class Layer(nn.Module):
    """What both kinds of layer share: where the norm and the residual connection go."""

    def __init__(self, config: ModelConfig):
        super().__init__()
        self.n_heads = config.n_heads
        self.norm_first = config.norm_place == "pre"
        self.dropout = nn.Dropout(config.dropout)

    def residual(self, x, norm: nn.Module, sublayer: Callable, cut: bool, instead=None) -> Runs:
        """post-norm: norm(x + f(x));  pre-norm: x + f(norm(x)). `cut` puts 0 in the place of f.  -> [B, T, D]

        `sublayer` gives the run of f, whose `out` is f(…). `instead`, if given, goes on in the place of the sum.
        """
        if self.norm_first:
            norm_in, norm_out = x, norm(x)
            inner = sublayer(norm_out)
            after = x + self._update(inner.out, cut)
        else:
            inner = sublayer(x)
            norm_in = x + self._update(inner.out, cut)
            after = norm_out = norm(norm_in)
        after = after if instead is None else instead
        yield SublayerRun(x, inner, norm_in, norm_out, after)
        return after

    def _update(self, out: torch.Tensor, cut: bool) -> torch.Tensor:
        return self.dropout(torch.zeros_like(out) if cut else out)

    def forward(self, *inputs, **options) -> torch.Tensor:
        """The stream that comes out of `runs`.  -> [B, T, D]"""
        return finish(self.runs(*inputs, **options))


class EncoderLayer(Layer):
    """Self-attention over the source, then the feed-forward network."""

    def __init__(self, config: ModelConfig):
        super().__init__(config)
        self.self_attn = MultiHeadAttention(config)
        self.feed_forward = FeedForward(config)
        self.norm1 = make_norm(config)
        self.norm2 = make_norm(config)

    def runs(self, x, mask=None, *, cuts: LayerCuts = NO_CUTS) -> Runs:
        """x [B, S, D], mask bool broadcastable to [B, H, S, S] -> [B, S, D]"""
        gate = cuts.head_gate("self_attn", x, self.n_heads)
        past = x if cuts.removes("layer") else None

        def attend(y):
            return self.self_attn.run(y, mask=mask, head_gate=gate)

        mid = yield from self.residual(x, self.norm1, attend, cuts.removes("self_attn"))
        feed = self.feed_forward.run
        return (yield from self.residual(mid, self.norm2, feed, cuts.removes("feed_forward"), past))


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

    def runs(
        self,
        x,
        memory_pair,
        mask=None,
        memory_mask=None,
        *,
        cache: KVCache | None = None,
        index: int = 0,
        cuts: LayerCuts = NO_CUTS,
    ) -> Runs:
        """x [B, T, D]; memory_pair: the encoder's keys and values, from `cross_attn.keys_values` -> [B, T, D]

        New keys and values of its own go to layer `index` of the cache, if there is one.
        """
        gate = cuts.head_gate("self_attn", x, self.n_heads)
        cross_gate = cuts.head_gate("cross_attn", x, self.n_heads)
        past = x if cuts.removes("layer") else None

        def attend(y):
            return self.self_attn.run(y, mask=mask, cache=cache, layer=index, head_gate=gate)

        def look_across(y):
            return self.cross_attn.run(y, mask=memory_mask, keys_values=memory_pair, head_gate=cross_gate)

        mid = yield from self.residual(x, self.norm1, attend, cuts.removes("self_attn"))
        crossed = yield from self.residual(mid, self.norm2, look_across, cuts.removes("cross_attn"))
        feed = self.feed_forward.run
        return (yield from self.residual(crossed, self.norm3, feed, cuts.removes("feed_forward"), past))


class Stack(nn.Module):
    """N layers; pre-norm adds one norm on top, since its stream leaves the last layer unnormalised."""

    def __init__(self, config: ModelConfig, layer: type[Layer]):
        super().__init__()
        self.layers = nn.ModuleList(layer(config) for _ in range(config.n_layers))
        self.final_norm = make_norm(config) if config.norm_place == "pre" else nn.Identity()

    def forward(self, *inputs, **options) -> torch.Tensor:
        """The stream at the top, after the last norm."""
        return self.final_norm(finish(self.runs(*inputs, **options)))

    def traced(self, *inputs, **options) -> tuple[torch.Tensor, list[list[SublayerRun]]]:
        """The same, and what the sub-layers computed on the way, layer by layer."""
        kept: list[SublayerRun] = []
        top = self.final_norm(finish(self.runs(*inputs, **options), kept.append))
        each = len(kept) // len(self.layers)
        return top, [kept[at : at + each] for at in range(0, len(kept), each)]


class EncoderStack(Stack):
    """Self-attention over the source, layer upon layer."""

    def __init__(self, config: ModelConfig):
        super().__init__(config, EncoderLayer)

    def runs(self, x, mask=None, *, lesions: Collection[Lesion] = ()) -> Runs:
        """x [B, S, D] -> the stream below the last norm"""
        for index, layer in enumerate(self.layers):
            x = yield from layer.runs(x, mask, cuts=cuts_for(lesions, "encoder", index))
        return x


class DecoderStack(Stack):
    """All layers read the output of the LAST encoder layer."""

    def __init__(self, config: ModelConfig):
        super().__init__(config, DecoderLayer)

    def memory_pairs(self, memory: torch.Tensor, cache: KVCache | None = None) -> Iterable:
        """Each layer's cross-attention keys and values: once per source with a cache, without when it is their turn."""
        pairs = (layer.cross_attn.keys_values(memory) for layer in self.layers)
        if cache is None:
            return pairs
        if cache.cross is None:
            cache.cross, cache.memory = list(pairs), memory
        else:
            cache.check_memory(memory)
        return cache.cross

    def runs(
        self, x, memory, mask=None, memory_mask=None, *, cache: KVCache | None = None, lesions: Collection[Lesion] = ()
    ) -> Runs:
        """x [B, T, D], memory [B, S, D] -> the stream below the last norm"""
        pairs = self.memory_pairs(memory, cache)
        for index, (layer, pair) in enumerate(zip(self.layers, pairs, strict=True)):
            cuts = cuts_for(lesions, "decoder", index)
            x = yield from layer.runs(x, pair, mask, memory_mask, cache=cache, index=index, cuts=cuts)
        return x
