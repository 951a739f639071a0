"""The English→German translator: the paper's machine at a small size, trained on Tatoeba sentences, and what it says.

How it was made: `core.models.making`.
"""

from core.models.translator.alignment import Aligned, read_alignments
from core.models.translator.loader import FILE, Translation, Translator, load
from core.models.translator.log_words import log_columns, perplexity_in_words, rate_in_words
from core.models.translator.memory import MemorySample, promoted, sample_memory, strongest_units
from core.models.translator.memory_words import (
    SAMPLE_SOURCE,
    dead_in_words,
    firing_in_words,
    key_in_words,
    key_table,
    unit_table,
    value_in_words,
    value_table,
)
from core.models.translator.sentence_memory import aligned_memory
from core.models.translator.sentence_table import SentenceRows, sentence_rows
from core.models.translator.table import (
    TokenNeighbour,
    nearest_tokens,
    neighbour_table,
    token_cosine,
    token_pairs,
    word_tokens,
)
from core.models.translator.traced import TracedTranslation, traced_translation
from core.models.translator.vocabulary import Vocabulary

__all__ = [
    "FILE",
    "SAMPLE_SOURCE",
    "Aligned",
    "MemorySample",
    "SentenceRows",
    "TokenNeighbour",
    "TracedTranslation",
    "Translation",
    "Translator",
    "Vocabulary",
    "aligned_memory",
    "dead_in_words",
    "firing_in_words",
    "key_in_words",
    "key_table",
    "load",
    "log_columns",
    "nearest_tokens",
    "neighbour_table",
    "perplexity_in_words",
    "promoted",
    "rate_in_words",
    "read_alignments",
    "sample_memory",
    "sentence_rows",
    "strongest_units",
    "token_cosine",
    "token_pairs",
    "traced_translation",
    "unit_table",
    "value_in_words",
    "value_table",
    "word_tokens",
]
