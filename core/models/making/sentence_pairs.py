"""English–German sentence pairs from Tatoeba: cleaned, and split by English sentence."""

import hashlib
import re
import zipfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from core.models.translator.reading import MAX_WORDS, normalise
from core.text import replace_surrogates

RARE_CHARACTER = 20  # pairs with a character seen fewer times than this are dropped
HELD_OUT = 1000  # English sentences each for validation and for the test


@dataclass(frozen=True)
class Corpus:
    """Pairs (English, German). No English sentence is in two parts, no held-out German one in training."""

    train: list[tuple[str, str]]
    valid: list[tuple[str, str]]
    test: list[tuple[str, str]]


def read_pairs(path: Path) -> list[tuple[str, str]]:
    """The pairs of the archive: normalised, at most MAX_WORDS words a side, without rare characters or repetitions."""
    with zipfile.ZipFile(path) as archive:
        lines = archive.read("deu.txt").decode("utf-8").splitlines()
    pairs = dict.fromkeys((normalise(a), normalise(b)) for a, b in (line.split("\t")[:2] for line in lines))
    pairs = [pair for pair in pairs if all(0 < len(side.split()) <= MAX_WORDS for side in pair)]
    seen = Counter(character for pair in pairs for side in pair for character in side)
    rare = {character for character, count in seen.items() if count < RARE_CHARACTER}
    return [pair for pair in pairs if not rare & set(pair[0] + pair[1])]


def split_corpus(pairs: list[tuple[str, str]]) -> Corpus:
    """Hold out HELD_OUT English sentences each for validation and test, chosen by their hash: the same in every run."""
    english = sorted({a for a, _ in pairs}, key=lambda text: hashlib.sha256(replace_surrogates(text).encode()).digest())
    test, valid = set(english[:HELD_OUT]), set(english[HELD_OUT : 2 * HELD_OUT])
    references = {b for a, b in pairs if a in test or a in valid}
    held = test | valid
    return Corpus(
        train=[(a, b) for a, b in pairs if a not in held and b not in references],
        valid=_one_each(pair for pair in pairs if pair[0] in valid),
        test=_one_each(pair for pair in pairs if pair[0] in test),
    )


def words(text: str) -> tuple[str, ...]:
    """Lower-case words without punctuation: what counts when two sentences are called variants."""
    return tuple(re.findall(r"\w+(?:'\w+)*", text.lower()))


class Variants:
    """Finds sentences that differ by at most one word (changed, added or left out) from one of a collection."""

    def __init__(self, sentences):
        self._whole = {words(sentence) for sentence in sentences}
        self._gapped = {gap for sentence in self._whole for gap in _gaps(sentence)}
        self._shorter = {gap[:at] + gap[at + 1 :] for gap in self._gapped for at in [gap.index(None)]}

    def has(self, sentence: str) -> bool:
        """Whether the collection holds a variant of this sentence.

        Example:
            >>> Variants(["Tom is here."]).has("Mary is here!"), Variants(["Tom is here."]).has("Mary was here!")
            (True, False)
        """
        own = words(sentence)
        gaps = _gaps(own)
        added = any(tuple(w for w in gap if w is not None) in self._whole for gap in gaps)
        return own in self._whole or own in self._shorter or added or any(gap in self._gapped for gap in gaps)


def _gaps(sentence: tuple[str, ...]) -> list[tuple]:
    return [(*sentence[:i], None, *sentence[i + 1 :]) for i in range(len(sentence))]


def _one_each(pairs) -> list[tuple[str, str]]:
    """The first German sentence of each English one."""
    first = {}
    for a, b in pairs:
        first.setdefault(a, b)
    return list(first.items())
