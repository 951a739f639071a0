"""WordPiece as BERT's uncased models use it (Devlin et al. 2018; Wu et al. 2016, section 4.1).

    clean     drop control characters and U+FFFD (as which lone surrogates are read), make every white space a space
    split     at white space, around each punctuation sign, around each Chinese character
    fold      lower case, accents off (NFD without the non-spacing marks)
    match     each word greedily from the left: the longest vocabulary entry, later parts written with "##" before them

A word of more than 100 characters, or with a part that no entry matches, becomes one [UNK].
"""

import string
import unicodedata
from collections.abc import Iterable
from typing import NamedTuple

from core.text.surrogates import replace_surrogates

UNKNOWN, START, END = "[UNK]", "[CLS]", "[SEP]"
_LONGEST_WORD = 100  # characters
_CJK = (  # the ideographs; Japanese kana and Korean syllables are written with spaces or matched as they are
    (0x4E00, 0x9FFF),
    (0x3400, 0x4DBF),
    (0x20000, 0x2A6DF),
    (0x2A700, 0x2B73F),
    (0x2B740, 0x2B81F),
    (0x2B820, 0x2CEAF),
    (0xF900, 0xFAFF),
    (0x2F800, 0x2FA1F),
)


class WordSpan(NamedTuple):
    """A folded word or sign, and where it stands in the text it came from: characters start … end - 1."""

    text: str
    start: int
    end: int


def basic_words(text: str) -> list[str]:
    """The folded words and signs of `text`, before any is cut into pieces.

    Example:
        >>> basic_words("Déjà-vu, 東京!")
        ['deja', '-', 'vu', ',', '東', '京', '!']
    """
    return [word.text for word in word_spans(text)]


def word_spans(text: str) -> list[WordSpan]:
    """The words of `basic_words`, each with its place in `text`.

    Example:
        >>> [(word.text, "Hé, you"[word.start : word.end]) for word in word_spans("Hé, you")]
        [('he', 'Hé'), (',', ','), ('you', 'you')]
    """
    text = replace_surrogates(text)
    owners = [at for at, character in enumerate(text) for _ in _fold(_clean(character))]
    words, run = [], []  # run: the letters of the word so far, each with its owner

    def end_word():
        if run:
            words.append(WordSpan("".join(c for c, _ in run), run[0][1], _after(text, run[-1][1])))
            run.clear()

    for c, owner in zip(_fold("".join(map(_clean, text))), owners, strict=True):
        alone = _is_punctuation(c)
        if alone or c.isspace():
            end_word()
        if not c.isspace():
            run.append((c, owner))
        if alone:
            end_word()
    end_word()
    return words


class WordPiece:
    """A vocabulary: entry i has id i. It must hold [UNK], [CLS] and [SEP].

    Text that looks like a special token ("[SEP]") is read as text; only `encode` adds special ids.

    Raises:
        ValueError: a special token is missing, or an entry occurs twice.

    Example:
        >>> tiny = WordPiece(["[UNK]", "[CLS]", "[SEP]", "play", "##ing", "##s"])
        >>> tiny.tokens("Playing plays chess"), tiny.encode("plays")
        (['play', '##ing', 'play', '##s', '[UNK]'], [1, 3, 5, 2])
    """

    def __init__(self, vocab: Iterable[str]):
        self.vocab = tuple(vocab)
        self._ids = {token: token_id for token_id, token in enumerate(self.vocab)}
        if len(self._ids) != len(self.vocab):
            raise ValueError(f"the vocabulary has {len(self.vocab) - len(self._ids)} entries twice")
        if missing := [token for token in (UNKNOWN, START, END) if token not in self._ids]:
            raise ValueError(f"the vocabulary lacks {', '.join(missing)}")
        self._longest = max(map(len, self.vocab))

    @property
    def vocab_size(self) -> int:
        return len(self.vocab)

    def id(self, token: str) -> int:
        """The id of an entry. Raises KeyError for what is none."""
        return self._ids[token]

    def tokens(self, text: str) -> list[str]:
        """The pieces of `text`, without [CLS] and [SEP]."""
        return [token for word in basic_words(text) for token in self.pieces(word)]

    def encode(self, text: str, special: bool = True) -> list[int]:
        """The ids of `text`, between those of [CLS] and [SEP] unless `special` is false."""
        tokens = self.tokens(text)
        return [self._ids[token] for token in ([START, *tokens, END] if special else tokens)]

    def pieces(self, word: str) -> list[str]:
        """The pieces of one folded word."""
        if len(word) > _LONGEST_WORD:
            return [UNKNOWN]
        pieces, start = [], 0
        while start < len(word):
            prefix = "##" if start else ""
            for end in range(min(len(word), start + self._longest), start, -1):
                piece = prefix + word[start:end]
                if piece in self._ids:
                    break
            else:
                return [UNKNOWN]
            pieces.append(piece)
            start = end
        return pieces


def _fold(text: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFD", text) if unicodedata.category(c) != "Mn").lower()


def _after(text: str, at: int) -> int:
    """The position behind character `at` and the accents written after it."""
    at += 1
    while at < len(text) and unicodedata.category(text[at]) == "Mn":
        at += 1
    return at


def _clean(character: str) -> str:
    category = unicodedata.category(character)
    if category == "Zs" or character in "\t\n\r":
        return " "
    if character == "\ufffd" or category[0] == "C":
        return ""
    code = ord(character)
    return f" {character} " if any(first <= code <= last for first, last in _CJK) else character


def _is_punctuation(character: str) -> bool:
    """Unicode's punctuation, and every ASCII sign ("$", "+", "`" …) although Unicode calls some of them symbols."""
    return character in string.punctuation or unicodedata.category(character)[0] == "P"
