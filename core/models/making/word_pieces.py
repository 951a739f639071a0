"""Which of BERT's 30,522 word pieces ship: a third of them spells nearly all English text that a reader will type."""

import re
from collections import Counter
from collections.abc import Iterable

from core.text import WordPiece, WordVectors, basic_words, load_corpus

SIZE = 11_700
OFTEN = 3
SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")


def choose(vocab: list[str], wanted_text: str) -> list[int]:
    """Rows to keep, in the order of the vocabulary, so that [PAD] stays 0; by this rule, until there are SIZE:

    1. the special tokens, and every single character, at the beginning and inside of a word: nothing that the full
       vocabulary can spell becomes [UNK];
    2. the pieces that the full vocabulary cuts these words into: the words with a vector, those that occur at least
       OFTEN times in the Austen corpus, and those of `wanted_text`;
    3. the first of the other pieces that are written in a to z. The vocabulary is ordered roughly by frequency.

    Raises ValueError when SIZE does not reach for the first two.
    """
    novels = [word for word, count in Counter(basic_words(load_corpus())).items() if count >= OFTEN]
    needed = _pieces_of(vocab, [*WordVectors.load().words, *novels, *basic_words(wanted_text)])
    row = {piece: at for at, piece in enumerate(vocab)}
    kept = {at for piece, at in row.items() if piece in SPECIAL or _is_character(piece)} | {row[p] for p in needed}
    if len(kept) > SIZE:
        raise ValueError(f"{len(kept)} pieces are needed, over {SIZE}")
    common = [at for piece, at in row.items() if at not in kept and re.fullmatch("(##)?[a-z]+", piece)]
    return sorted(kept | set(common[: SIZE - len(kept)]))


def _pieces_of(vocab: list[str], words: Iterable[str]) -> set[str]:
    whole = WordPiece(vocab)
    return {piece for word in dict.fromkeys(words) for piece in whole.pieces(word)}


def _is_character(piece: str) -> bool:
    return len(piece.removeprefix("##")) == 1
