"""The simplified splitter of the essay: long words are cut once, and ids are hashes. It learns nothing.

It stands beside the real tokenizer to show what learning adds. Its ids are hashes into as many slots as the paper's
shared vocabulary has entries, so two different pieces can get the same id; `collision_probability` says how likely.
"""

import hashlib
import unicodedata
from dataclasses import dataclass, field
from math import expm1, fsum, log1p

from core.text.surrogates import replace_surrogates

HASH_RANGE = 37_000  # the paper's English-German vocabulary, section 5.1
LONGEST_WHOLE = 7  # characters
CUT_AFTER = 5


@dataclass(frozen=True)
class Piece:
    text: str
    id: int  # 0 … 36,999
    start: int = field(default=0, compare=False)  # where the piece begins in the text, in characters


def split_simplified(text: str) -> list[Piece]:
    """Split at white space, then cut each word longer than seven characters once, after its fifth.

    Characters are code points. Punctuation stays with its word and counts as characters. A cut never falls before a
    combining mark, a joiner or a modifier, but moves right until it is past them (and a word whose rest is all such is
    not cut), so no piece starts with a lone accent. The pieces of a word always join back to the word. Lone surrogates
    are replaced by U+FFFD.

    Example:
        >>> [piece.text for piece in split_simplified("encoder encoders 日本語テキスト化")]
        ['encoder', 'encod', 'ers', '日本語テキ', 'スト化']
    """
    text = replace_surrogates(text)
    pieces = []
    position = 0
    for word in text.split():
        start = text.index(word, position)
        position = start + len(word)
        cut = _cut(word)
        pieces.append(Piece(word[:cut], hash_id(word[:cut]), start))
        if cut < len(word):
            pieces.append(Piece(word[cut:], hash_id(word[cut:]), start + cut))
    return pieces


def hash_id(piece: str) -> int:
    """A number 0 … 36,999 that depends on the piece alone: SHA-256 of its UTF-8, modulo 37,000.

    Python's own `hash` would give another number in every process. Lone surrogates count as U+FFFD.
    """
    return int.from_bytes(hashlib.sha256(replace_surrogates(piece).encode()).digest()) % HASH_RANGE


def collision_probability(n: int, size: int = HASH_RANGE) -> float:
    """How likely it is that at least two of `n` different pieces share an id: 1 - ∏ (1 - i / size), i = 0 … n - 1.

    Raises ValueError for a negative `n` or a `size` below 1.

    Example:
        >>> round(collision_probability(50), 4), round(collision_probability(226), 2)
        (0.0326, 0.5)
    """
    if n < 0 or size < 1:
        raise ValueError(f"n must be 0 or more and size 1 or more, not {n} and {size}")
    if n <= 1 or n > size:
        return float(n > size)
    return -expm1(fsum(log1p(-i / size) for i in range(n)))


def _cut(word: str) -> int:
    if len(word) <= LONGEST_WHOLE:
        return len(word)
    cut = CUT_AFTER
    while cut < len(word) and (_attaches(word[cut]) or word[cut - 1] == "\u200d"):
        cut += 1
    return cut


def _attaches(character: str) -> bool:
    """Whether a character belongs to the one before it: marks, joiners and variation selectors, emoji skin tones."""
    return unicodedata.category(character) in {"Mn", "Mc", "Me", "Cf"} or "\U0001f3fb" <= character <= "\U0001f3ff"
