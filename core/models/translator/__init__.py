"""The English→German translator: the paper's machine at a small size, trained on Tatoeba sentences, and what it says.

How it was made: `core.models.making`.
"""

from core.models.translator.alignment import Aligned, read_alignments
from core.models.translator.loader import FILE, Translation, Translator, load
from core.models.translator.memory import MemorySample, promoted, sample_memory, strongest_units
from core.models.translator.sentence_memory import aligned_memory
from core.models.translator.sentence_table import SentenceRows, sentence_rows
from core.models.translator.table import TokenNeighbour, nearest_tokens, token_cosine, word_tokens
from core.models.translator.traced import TracedTranslation, traced_translation

__all__ = [
    "FILE",
    "Aligned",
    "MemorySample",
    "SentenceRows",
    "TokenNeighbour",
    "TracedTranslation",
    "Translation",
    "Translator",
    "aligned_memory",
    "load",
    "nearest_tokens",
    "promoted",
    "read_alignments",
    "sample_memory",
    "sentence_rows",
    "strongest_units",
    "token_cosine",
    "traced_translation",
    "word_tokens",
]
