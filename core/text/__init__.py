"""Text to numbers: the simplified splitter, byte-level BPE, WordPiece, word vectors. Needs numpy, never torch."""

from core.text.angles import UNDEFINED, angle, cosine
from core.text.bpe import BPETokenizer, EncodeStep
from core.text.bpe_train import MergeStep, merge_pair, train_bpe
from core.text.categories import ANALOGIES, CATEGORIES
from core.text.chunks import split_chunks
from core.text.compared import analogy_in_words, angle_in_words, comparison_table, cosine_formula, plane_in_words
from core.text.comparison import Comparison, compare
from core.text.corpus import MERGES_OFFERED, learn_merge_steps, load_bpe, load_corpus, load_merge_steps, load_words
from core.text.examples import EXAMPLES
from core.text.pairs_of_rows import AllPairs, all_pairs
from core.text.pieces import TokenPiece, token_label, visible
from core.text.plane import Plane, convex_hull, project
from core.text.simplified import HASH_RANGE, Piece, collision_probability, hash_id, split_simplified
from core.text.single_merge import OneMerge, one_merge
from core.text.surrogates import replace_surrogates
from core.text.tables import candidate_table, tie_in_words, token_places, token_table
from core.text.token_words import (
    capped_in_words,
    collision_formula,
    collisions_in_words,
    comparisons_formula,
    lengths_in_words,
    lengths_table,
    merge_in_words,
    merged_in_words,
    missing_in_words,
    pieces_in_words,
    simplified_in_words,
    sizes_in_words,
    unknown_in_words,
    word_in_pieces,
)
from core.text.vectors import UnknownWord, WordVectors
from core.text.wordpiece import WordPiece, WordSpan, basic_words, word_spans
from core.text.words import TextLengths, learn_words, text_lengths, unknown_share, unknown_words, words_of
from core.text.words_on_plane import WordPlane, word_plane

__all__ = [
    "ANALOGIES",
    "CATEGORIES",
    "EXAMPLES",
    "HASH_RANGE",
    "MERGES_OFFERED",
    "UNDEFINED",
    "AllPairs",
    "BPETokenizer",
    "Comparison",
    "EncodeStep",
    "MergeStep",
    "OneMerge",
    "Piece",
    "Plane",
    "TextLengths",
    "TokenPiece",
    "UnknownWord",
    "WordPiece",
    "WordPlane",
    "WordSpan",
    "WordVectors",
    "all_pairs",
    "analogy_in_words",
    "angle",
    "angle_in_words",
    "basic_words",
    "candidate_table",
    "capped_in_words",
    "collision_formula",
    "collision_probability",
    "collisions_in_words",
    "compare",
    "comparison_table",
    "comparisons_formula",
    "convex_hull",
    "cosine",
    "cosine_formula",
    "hash_id",
    "learn_merge_steps",
    "learn_words",
    "lengths_in_words",
    "lengths_table",
    "load_bpe",
    "load_corpus",
    "load_merge_steps",
    "load_words",
    "merge_in_words",
    "merge_pair",
    "merged_in_words",
    "missing_in_words",
    "one_merge",
    "pieces_in_words",
    "plane_in_words",
    "project",
    "replace_surrogates",
    "simplified_in_words",
    "sizes_in_words",
    "split_chunks",
    "split_simplified",
    "text_lengths",
    "tie_in_words",
    "token_label",
    "token_places",
    "token_table",
    "train_bpe",
    "unknown_in_words",
    "unknown_share",
    "unknown_words",
    "visible",
    "word_in_pieces",
    "word_plane",
    "word_spans",
    "words_of",
]
