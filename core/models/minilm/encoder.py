"""BERT's encoder (Devlin et al. 2018): the paper's encoder layers, as built here, under an embedding of its own.

Letters: B batch, T tokens, D d_model.
"""

from collections.abc import Collection

import torch
from torch import nn

from core.transformer import Lesion, ModelConfig, padding_mask
from core.transformer.layers import EncoderStack
from core.transformer.lesions import check_lesions
from core.transformer.model import check_ids
from core.transformer.norms import make_norm
from core.transformer.positions import Positions


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
        return self.norm(self.tokens(ids) + self.positions(ids.shape[-1]) + self.sentence_type)

    def forward(
        self, ids: torch.Tensor, *, lesions: Collection[Lesion] = (), record: dict | None = None
    ) -> torch.Tensor:
        """ids [B, T] -> last hidden states [B, T, D]. Padding is hidden from every query.

        `record`, a dict with a list under "layers", takes the embedding and what each layer computed.
        """
        check_lesions(lesions, self.config.n_layers, self.config.n_heads)
        x = self.embed(ids)
        mask = None if self.config.pad_id is None else padding_mask(ids, self.config.pad_id)
        hidden = self.encoder(x, mask, lesions=lesions, records=None if record is None else record["layers"])
        if record is not None:
            record.update(embedding=x, hidden=hidden)
        return hidden
