"""all-MiniLM-L6-v2, a pretrained BERT encoder, in this project's own layers."""

from functools import cache

from core.models import archive
from core.models.minilm.cases import BANK, CASES, ENDINGS, STREET, PronounCase
from core.models.minilm.census import best_by_luck, margin_map, pronoun_row, right_map, score_heads
from core.models.minilm.coreference import HeadReading, Score, ending_shift, rank_heads, read_head, score_cases
from core.models.minilm.model import MiniLM, MiniLMTrace, Token
from core.models.minilm.pronouns import score_on_cases, weights_over
from core.models.minilm.similarity import cosine_by_layer, sense_cosines, word_cosine
from core.models.minilm.tables import mistakes, ranking_table, score_table
from core.models.minilm.weights import build
from core.models.minilm.words import (
    SENSES,
    apart_in_words,
    endings_in_words,
    pronoun_in_words,
    ranking_in_words,
    scores_in_words,
    sense_curves,
    senses_in_words,
)
from core.transformer import ModelConfig

FILE = "minilm.npz"

__all__ = [
    "BANK",
    "CASES",
    "ENDINGS",
    "FILE",
    "SENSES",
    "STREET",
    "HeadReading",
    "MiniLM",
    "MiniLMTrace",
    "PronounCase",
    "Score",
    "Token",
    "apart_in_words",
    "best_by_luck",
    "cosine_by_layer",
    "ending_shift",
    "endings_in_words",
    "load",
    "margin_map",
    "mistakes",
    "pronoun_in_words",
    "pronoun_row",
    "rank_heads",
    "ranking_in_words",
    "ranking_table",
    "read_head",
    "right_map",
    "score_cases",
    "score_heads",
    "score_on_cases",
    "score_table",
    "scores_in_words",
    "sense_cosines",
    "sense_curves",
    "senses_in_words",
    "weights_over",
    "word_cosine",
]


@cache
def load() -> MiniLM:
    """The encoder that ships: read once, the same object each time. Raises core.models.Unavailable."""
    stored = archive.load(FILE)
    return build(ModelConfig(**stored.config), stored.weights, stored.texts["vocab"].split("\n"))
