"""The Transformer of "Attention Is All You Need" (Vaswani et al. 2017), torch only.

Stateless: caches and lesions are arguments, traces are return values. One mask rule: bool, True = may attend.
"""

from core.transformer.cache import KVCache
from core.transformer.config import MICRO, PAPER_BASE, PAPER_BIG, ModelConfig, divisors
from core.transformer.device import all_to_cpu, best_device, device_of, to_cpu, to_device
from core.transformer.feed_forward import FeedForward
from core.transformer.layers import DecoderLayer, EncoderLayer
from core.transformer.lesions import Lesion
from core.transformer.masks import causal_mask, combine_masks, padding_mask
from core.transformer.model import Encoder, Transformer, evaluating
from core.transformer.multi_head_attention import AttentionOut, MultiHeadAttention, attention, softmax
from core.transformer.norms import LayerNorm, RMSNorm, layer_norm, rms_norm
from core.transformer.positions import sinusoidal_positions
from core.transformer.trace import AttentionTrace, FeedForwardTrace, ForwardTrace, LayerTrace, NormTrace, to_numpy

__all__ = [
    "MICRO",
    "PAPER_BASE",
    "PAPER_BIG",
    "AttentionOut",
    "AttentionTrace",
    "DecoderLayer",
    "Encoder",
    "EncoderLayer",
    "FeedForward",
    "FeedForwardTrace",
    "ForwardTrace",
    "KVCache",
    "LayerNorm",
    "LayerTrace",
    "Lesion",
    "ModelConfig",
    "MultiHeadAttention",
    "NormTrace",
    "RMSNorm",
    "Transformer",
    "all_to_cpu",
    "attention",
    "best_device",
    "causal_mask",
    "combine_masks",
    "device_of",
    "divisors",
    "evaluating",
    "layer_norm",
    "padding_mask",
    "rms_norm",
    "sinusoidal_positions",
    "to_cpu",
    "to_device",
    "to_numpy",
]
