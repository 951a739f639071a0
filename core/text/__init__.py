"""Text to numbers: the simplified splitter, byte-level BPE, WordPiece, word vectors. Needs numpy, never torch."""

from core.text.bpe import BPETokenizer, EncodeStep
from core.text.bpe_train import MergeStep, merge_pair, train_bpe
from core.text.chunks import split_chunks

__all__ = ["BPETokenizer", "EncodeStep", "MergeStep", "merge_pair", "split_chunks", "train_bpe"]
