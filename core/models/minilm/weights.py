"""A model out of weights and word pieces."""

from collections.abc import Iterable, Mapping

import numpy as np
import torch

from core.models.minilm.encoder import BertEncoder
from core.models.minilm.model import MiniLM
from core.models.place import placed
from core.text import WordPiece
from core.transformer import ModelConfig


def build(config: ModelConfig, weights: Mapping[str, np.ndarray], vocab: Iterable[str]) -> MiniLM:
    """A model that owns these arrays, for use and not for training."""
    encoder = BertEncoder(config)
    tensors = {name: torch.from_numpy(array) for name, array in weights.items()}
    encoder.load_state_dict(tensors, assign=True)  # in the place of the random ones, without a copy
    return MiniLM(placed(encoder), WordPiece(vocab))
