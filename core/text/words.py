"""What a vocabulary of whole words cannot say, and how long a text is in characters, tokens and words."""

import re
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass

from core.text.bpe import BPETokenizer
from core.text.surrogates import replace_surrogates

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")


def words_of(text: str) -> list[str]:
    """The words of `text` in lower case: runs of letters, with apostrophes inside.

    Example:
        >>> words_of("Don't panic, 42!")
        ["don't", 'panic']
    """
    return [word.lower() for word in _WORD.findall(text)]


def learn_words(text: str, size: int) -> list[str]:
    """The `size` most frequent words of `text`, the most frequent first; among equals in the order of the alphabet."""
    counts = Counter(words_of(text))
    return sorted(counts, key=lambda word: (-counts[word], word))[: max(size, 0)]


def unknown_words(text: str, vocabulary: Collection[str]) -> list[str]:
    """The words of `text` that the vocabulary lacks, in order, as often as they occur."""
    known = frozenset(vocabulary)
    return [word for word in words_of(text) if word not in known]


def unknown_share(text: str, vocabulary: Collection[str]) -> float | None:
    """The out-of-vocabulary share: unknown words / words, 0 … 1; None for a text without words."""
    words = words_of(text)
    return len(unknown_words(text, vocabulary)) / len(words) if words else None


@dataclass(frozen=True)
class TextLengths:
    """How long a text is in each unit, and how many query-key pairs attention over such a sequence scores."""

    characters: int
    bytes: int
    tokens: int
    words: int  # as separated by white space

    @property
    def pairs(self) -> dict[str, int]:
        """Unit -> length², the entries of one attention matrix."""
        return {unit: getattr(self, unit) ** 2 for unit in ("characters", "bytes", "tokens", "words")}

    @property
    def characters_per_token(self) -> float | None:
        """None for an empty text."""
        return self.characters / self.tokens if self.tokens else None


def text_lengths(text: str, tokenizer: BPETokenizer) -> TextLengths:
    """Measure `text` in characters (code points), UTF-8 bytes, tokens of `tokenizer` and words.

    Lone surrogates are replaced by U+FFFD, three bytes each.
    """
    text = replace_surrogates(text)
    return TextLengths(len(text), len(text.encode()), len(tokenizer.encode(text)), len(text.split()))
