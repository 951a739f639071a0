"""all-MiniLM-L6-v2 as a reader uses it: text in, and everything its six layers computed out.

Letters: L layers, B batch (always 1), H heads, T tokens, D d_model.
"""

from collections.abc import Collection
from dataclasses import dataclass, field
from functools import cached_property

import torch

from core.models.minilm.encoder import BertEncoder
from core.text import WordPiece, replace_surrogates, word_spans
from core.transformer import LayerTrace, Lesion, ModelConfig, evaluating

START, END, UNKNOWN = "[CLS]", "[SEP]", "[UNK]"


@dataclass(frozen=True)
class Token:
    """A word piece: its id, the word it belongs to (None for [CLS] and [SEP]), and that word's place in the text."""

    piece: str
    id: int
    word: int | None
    start: int
    end: int


@dataclass(frozen=True, eq=False)
class MiniLMTrace:
    """One forward pass over one text."""

    text: str
    tokens: tuple[Token, ...]
    embedding: torch.Tensor  # [B, T, D], normed
    layers: tuple[LayerTrace, ...]
    hidden: torch.Tensor  # [B, T, D], of the last layer

    @cached_property
    def weights(self) -> torch.Tensor:
        """All attention maps: row = query, column = key.  -> [L, H, T, T]"""
        return torch.cat([layer.self_attn.weights for layer in self.layers])

    @property
    def pieces(self) -> list[str]:
        """The tokens as they are written."""
        return [token.piece for token in self.tokens]

    def positions_of(self, word: str) -> list[int]:
        """The positions of the pieces of `word` where it first stands in the text, case ignored.

        Raises ValueError when it does not.
        """
        wanted = replace_surrogates(word).casefold()
        for index, span in enumerate(word_spans(self.text)):
            if self.text[span.start : span.end].casefold() == wanted:
                return [at for at, token in enumerate(self.tokens) if token.word == index]
        raise ValueError(f"the text has no word “{replace_surrogates(word)}”")

    def states(self, layer: int) -> torch.Tensor:
        """The residual stream after `layer` layers; 0 is the embedding.  -> [T, D]"""
        if not 0 <= layer <= len(self.layers):
            raise ValueError(f"layer={layer} does not exist; allowed: 0 … {len(self.layers)}")
        return (self.layers[layer - 1].resid_post if layer else self.embedding)[0]


@dataclass(frozen=True, eq=False)
class MiniLM:
    """The encoder and its word pieces. Shared by all readers: nothing in it changes.

    Example:
        >>> from core.models import minilm
        >>> model = minilm.load()
        >>> [token.piece for token in model.tokens("Unaffable?")]
        ['[CLS]', 'una', '##ff', '##able', '?', '[SEP]']
        >>> model.trace("The animal was tired.").weights.shape
        torch.Size([6, 12, 7, 7])
    """

    encoder: BertEncoder = field(repr=False)
    word_piece: WordPiece = field(repr=False)

    @property
    def config(self) -> ModelConfig:
        return self.encoder.config

    def tokens(self, text: str) -> tuple[Token, ...]:
        """The word pieces of `text` between [CLS] and [SEP].

        Raises ValueError, with a sentence for the reader, when there are none or more than the model has positions.
        """
        words = word_spans(text)
        found = [(piece, i, w.start, w.end) for i, w in enumerate(words) for piece in self.word_piece.pieces(w.text)]
        if not found:
            raise ValueError("the text has no words: type at least one")
        pieces = [(START, None, 0, 0), *found, (END, None, len(text), len(text))]
        if len(pieces) > self.config.max_len:
            most = self.config.max_len - 2
            raise ValueError(f"the text has {len(found)} word pieces, and {most} are the most that fit: shorten it")
        return tuple(Token(piece, self.word_piece.id(piece), *place) for piece, *place in pieces)

    def encode(self, text: str) -> list[int]:
        """The ids of `tokens(text)`; raises the same."""
        return [token.id for token in self.tokens(text)]

    def unknown(self, text: str) -> list[str]:
        """The words of `text`, as typed, that no word pieces spell: the model reads each as [UNK]."""
        text = replace_surrogates(text)
        return [
            text[word.start : word.end] for word in word_spans(text) if self.word_piece.pieces(word.text) == [UNKNOWN]
        ]

    def trace(self, text: str, *, lesions: Collection[Lesion] = ()) -> MiniLMTrace:
        """Everything computed for `text`, its lone surrogates replaced by U+FFFD.

        Raises as `tokens`, and ValueError for a lesion of what is not there.
        """
        text = replace_surrogates(text)
        tokens = self.tokens(text)
        with evaluating(self.encoder):
            kept = self.encoder.trace(torch.tensor([[token.id for token in tokens]]), lesions=lesions)
        return MiniLMTrace(text, tokens, *kept)
