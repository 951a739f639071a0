"""Untrained layers, as every model of this project starts."""

from dataclasses import replace

import torch

from core.transformer import Encoder, ModelConfig
from core.transformer.layers import EncoderStack


def fresh_stack(config: ModelConfig, n_layers: int, generator: torch.Generator) -> EncoderStack:
    """The layers of a new `Encoder` (its tables are not used, so as small as they can be), in eval mode."""
    sizes = {"n_layers": n_layers, "vocab_size": 1, "max_len": 1}
    bare = replace(config, **sizes, positions="sinusoidal", pad_id=None, bos_id=0, eos_id=None, dropout=0.0)
    return Encoder(bare, generator).eval().encoder
