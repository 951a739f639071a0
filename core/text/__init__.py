"""Text to numbers: the simplified splitter, byte-level BPE, WordPiece, word vectors. Needs numpy, never torch."""

from core.text.bpe import BPETokenizer, EncodeStep
from core.text.bpe_train import MergeStep, merge_pair, train_bpe
from core.text.chunks import split_chunks
from core.text.corpus import load_bpe, load_corpus
from core.text.pieces import TokenPiece, visible
from core.text.simplified import HASH_RANGE, Piece, collision_probability, hash_id, split_simplified
from core.text.wordpiece import WordPiece, basic_words
from core.text.words import TextLengths, learn_words, text_lengths, unknown_share, unknown_words, words_of

__all__ = [
    "HASH_RANGE",
    "BPETokenizer",
    "EncodeStep",
    "MergeStep",
    "Piece",
    "TextLengths",
    "TokenPiece",
    "WordPiece",
    "basic_words",
    "collision_probability",
    "hash_id",
    "learn_words",
    "load_bpe",
    "load_corpus",
    "merge_pair",
    "split_chunks",
    "split_simplified",
    "text_lengths",
    "train_bpe",
    "unknown_share",
    "unknown_words",
    "visible",
    "words_of",
]
