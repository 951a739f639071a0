"""BERT's encoder (Devlin et al. 2018): the paper's encoder layers, as built here, under an embedding of its own.

Letters: B batch, T tokens, D d_model.
"""

from collections.abc import Collection

import torch
from torch import nn

from core.transformer import LayerTrace, Lesion, ModelConfig, padding_mask, to_device
from core.transformer.layers import EncoderStack
from core.transformer.lesions import check_lesions
from core.transformer.model import check_ids
from core.transformer.norms import make_norm
from core.transformer.positions import Positions
from core.transformer.trace import freeze, layer_trace


class BertEncoder(nn.Module):
    """LayerNorm(word + position + sentence type 0), then encoder layers; no output projection: it predicts no words.

    Beside the paper: a learned position table, no √D on the words, a norm after the embedding, GELU, biases everywhere.
    """

    def __init__(self, config: ModelConfig):
        super().__init__()
        self.config = config
        self.tokens = nn.Embedding(config.vocab_size, config.d_model)
        self.positions = Positions(config)
        self.sentence_type = nn.Parameter(torch.zeros(config.d_model))  # of the first sentence: there is only one here
        self.norm = make_norm(config)
        self.encoder = EncoderStack(config)

    def embed(self, ids: torch.Tensor) -> torch.Tensor:
        """ids [B, T] -> [B, T, D]"""
        check_ids(ids, self.config.vocab_size)
        ids = to_device(ids, self.sentence_type.device)
        return self.norm(self.tokens(ids) + self.positions(ids.shape[-1]) + self.sentence_type)

    def forward(self, ids: torch.Tensor, *, lesions: Collection[Lesion] = ()) -> torch.Tensor:
        """ids [B, T] -> last hidden states [B, T, D]. Padding is hidden from every query."""
        return self.encoder(*self._reading(ids, lesions), lesions=lesions)

    def trace(
        self, ids: torch.Tensor, *, lesions: Collection[Lesion] = ()
    ) -> tuple[torch.Tensor, tuple[LayerTrace, ...], torch.Tensor]:
        """The embedding [B, T, D], what each layer computed, and the last hidden states [B, T, D], all on the CPU."""
        with torch.no_grad():
            x, mask = self._reading(ids, lesions)
            hidden, runs = self.encoder.traced(x, mask, lesions=lesions)
            x, runs, hidden = freeze((x, runs, hidden))
        return x, tuple(map(layer_trace, runs)), hidden

    def _reading(self, ids, lesions):
        """What the layers run on: x [B, T, D] and the mask, on the model's device."""
        check_lesions(lesions, self.config.n_layers, self.config.n_heads)
        x = self.embed(ids)
        pad = None if self.config.pad_id is None else padding_mask(ids, self.config.pad_id)
        return x, to_device(pad, x.device)
