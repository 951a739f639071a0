"""The Transformer of "Attention Is All You Need" (Vaswani et al. 2017), torch only.

Stateless: caches, lesions and records are arguments, traces are return values. One mask rule: bool, True = may attend.
"""

from core.transformer.attention import AttentionOut, MultiHeadAttention, attention
from core.transformer.cache import KVCache
from core.transformer.config import MICRO, PAPER_BASE, PAPER_BIG, ModelConfig, divisors
from core.transformer.device import best_device
from core.transformer.feed_forward import FeedForward
from core.transformer.layers import DecoderLayer, EncoderLayer
from core.transformer.lesions import Lesion
from core.transformer.masks import causal_mask, combine_masks, padding_mask
from core.transformer.model import Encoder, Transformer, evaluating
from core.transformer.norms import LayerNorm, RMSNorm, layer_norm, rms_norm
from core.transformer.positions import sinusoidal_positions
from core.transformer.trace import AttentionTrace, FeedForwardTrace, ForwardTrace, LayerTrace, NormTrace, to_numpy

__all__ = [
    "MICRO", "PAPER_BASE", "PAPER_BIG", "AttentionOut", "AttentionTrace", "DecoderLayer", "Encoder", "EncoderLayer",
    "FeedForward", "FeedForwardTrace", "ForwardTrace", "KVCache", "LayerNorm", "LayerTrace", "Lesion", "ModelConfig",
    "MultiHeadAttention", "NormTrace", "RMSNorm", "Transformer", "attention", "best_device", "causal_mask",
    "combine_masks", "divisors", "evaluating", "layer_norm", "padding_mask", "rms_norm", "sinusoidal_positions",
    "to_numpy",
]  # fmt: skip
