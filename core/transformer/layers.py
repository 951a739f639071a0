"""One layer of each tower, and the towers (section 3.1, figure 1).

Letters: B batch, S source length, T target length, D d_model.
"""

from collections.abc import Callable, Collection

import torch
from torch import nn

from core.transformer.attention import MultiHeadAttention
from core.transformer.cache import KVCache, LayerCache
from core.transformer.config import ModelConfig
from core.transformer.feed_forward import FeedForward
from core.transformer.lesions import NO_CUTS, LayerCuts, Lesion, cuts_for
from core.transformer.norms import make_norm


class Layer(nn.Module):
    """What both kinds of layer share: where the norm and the residual connection go."""

    def __init__(self, config: ModelConfig):
        super().__init__()
        self.n_heads = config.n_heads
        self.norm_first = config.norm_place == "pre"
        self.dropout = nn.Dropout(config.dropout)

    def residual(self, x, norm: nn.Module, sublayer: Callable, cut: bool, record: dict | None) -> torch.Tensor:
        """post-norm: norm(x + f(x));  pre-norm: x + f(norm(x)). `cut` puts 0 in the place of f.  -> [B, T, D]"""
        if self.norm_first:
            normed = norm(x)
            update = sublayer(normed)
            out = x + self.dropout(torch.zeros_like(update) if cut else update)
            norm_in, norm_out = x, normed
        else:
            update = sublayer(x)
            norm_in = x + self.dropout(torch.zeros_like(update) if cut else update)
            out = norm_out = norm(norm_in)
        if record is not None:
            record.update(norm_in=norm_in, norm_out=norm_out)
        return out


class EncoderLayer(Layer):
    """Self-attention over the source, then the feed-forward network."""

    def __init__(self, config: ModelConfig):
        super().__init__(config)
        self.self_attn = MultiHeadAttention(config)
        self.feed_forward = FeedForward(config)
        self.norm1 = make_norm(config)
        self.norm2 = make_norm(config)

    def forward(self, x, mask=None, *, cuts: LayerCuts = NO_CUTS, record: dict | None = None) -> torch.Tensor:
        """x [B, S, D], mask bool broadcastable to [B, H, S, S] -> [B, S, D]"""
        attn, ffn = _children(record, "self_attn", "feed_forward")
        gate = cuts.head_gate("self_attn", x, self.n_heads)

        def attend(y):
            return self.self_attn(y, mask=mask, head_gate=gate, record=attn)

        def feed(y):
            return self.feed_forward(y, ffn)

        mid = self.residual(x, self.norm1, attend, cuts.removes("self_attn"), attn)
        out = self.residual(mid, self.norm2, feed, cuts.removes("feed_forward"), ffn)
        out = x if cuts.removes("layer") else out
        if record is not None:
            record.update(resid_pre=x, resid_mid=mid, resid_post=out)
        return out


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

    def forward(
        self, x, memory_pair, mask=None, memory_mask=None, *,
        cache: LayerCache | None = None, cuts: LayerCuts = NO_CUTS, record: dict | None = None,
    ) -> torch.Tensor:  # fmt: skip
        """x [B, T, D]; memory_pair: the encoder's keys and values, from `cross_attn.keys_values` -> [B, T, D]"""
        attn, cross, ffn = _children(record, "self_attn", "cross_attn", "feed_forward")
        gate = cuts.head_gate("self_attn", x, self.n_heads)
        cross_gate = cuts.head_gate("cross_attn", x, self.n_heads)

        def attend(y):
            return self.self_attn(y, mask=mask, cache=cache, head_gate=gate, record=attn)

        def look_across(y):
            return self.cross_attn(y, mask=memory_mask, keys_values=memory_pair, head_gate=cross_gate, record=cross)

        def feed(y):
            return self.feed_forward(y, ffn)

        mid = self.residual(x, self.norm1, attend, cuts.removes("self_attn"), attn)
        crossed = self.residual(mid, self.norm2, look_across, cuts.removes("cross_attn"), cross)
        out = self.residual(crossed, self.norm3, feed, cuts.removes("feed_forward"), ffn)
        out = x if cuts.removes("layer") else out
        if record is not None:
            record.update(resid_pre=x, resid_mid=mid, resid_cross=crossed, resid_post=out)
        return out


class EncoderStack(nn.Module):
    """N encoder layers; pre-norm adds one norm on top, since its stream leaves the last layer unnormalised."""

    def __init__(self, config: ModelConfig):
        super().__init__()
        self.layers = nn.ModuleList(EncoderLayer(config) for _ in range(config.n_layers))
        self.final_norm = make_norm(config) if config.norm_place == "pre" else nn.Identity()

    def forward(self, x, mask=None, *, lesions: Collection[Lesion] = (), records: list | None = None) -> torch.Tensor:
        for index, layer in enumerate(self.layers):
            x = layer(x, mask, cuts=cuts_for(lesions, "encoder", index), record=_next(records))
        return self.final_norm(x)


class DecoderStack(nn.Module):
    """N decoder layers; all of them read the output of the LAST encoder layer."""

    def __init__(self, config: ModelConfig):
        super().__init__()
        self.layers = nn.ModuleList(DecoderLayer(config) for _ in range(config.n_layers))
        self.final_norm = make_norm(config) if config.norm_place == "pre" else nn.Identity()

    def memory_pairs(self, memory: torch.Tensor, cache: KVCache | None = None) -> list:
        """Each layer's cross-attention keys and values: computed once per source when there is a cache."""
        if cache is not None and cache.cross is not None:
            cache.check_memory(memory)
            return cache.cross
        pairs = [layer.cross_attn.keys_values(memory) for layer in self.layers]
        if cache is not None:
            cache.cross, cache.memory = pairs, memory
        return pairs

    def forward(
        self, x, memory, mask=None, memory_mask=None, *,
        cache: KVCache | None = None, lesions: Collection[Lesion] = (), records: list | None = None,
    ) -> torch.Tensor:  # fmt: skip
        pairs = self.memory_pairs(memory, cache)
        for index, layer in enumerate(self.layers):
            x = layer(
                x, pairs[index], mask, memory_mask,
                cache=cache and cache.layer(index), cuts=cuts_for(lesions, "decoder", index), record=_next(records),
            )  # fmt: skip
        return self.final_norm(x)


def _children(record: dict | None, *names: str) -> list[dict | None]:
    """An empty record for each sub-layer inside the layer's own, or nothing when nothing is recorded."""
    if record is None:
        return [None] * len(names)
    return [record.setdefault(name, {}) for name in names]


def _next(records: list | None) -> dict | None:
    """A fresh record at the end of the list, or nothing when nothing is recorded."""
    if records is None:
        return None
    records.append({})
    return records[-1]
