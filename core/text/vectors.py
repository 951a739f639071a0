"""Word vectors: GloVe (Pennington, Socher & Manning 2014), 50 numbers a word, about 5,000 words.

n words, d = 50.
"""

import difflib
import io
from collections.abc import Iterable, Sequence
from functools import cache, cached_property

import numpy as np
from numpy.typing import ArrayLike

from core.files import read_verified
from core.text.angles import angle, cosine, unit
from core.text.pairs_of_rows import AllPairs, all_pairs
from core.text.plane import Plane, project
from core.text.surrogates import replace_surrogates

VECTORS_FILE = "glove.npz"
_SHA256 = "d092f3235dc1cdc4b9431869ad8ba0fb9c9ca336ae4cab05cca793fdb8529f5f"

Neighbours = list[tuple[str, float]]  # (word, cosine), the closest first


class UnknownWord(KeyError):
    """A word without a vector; `.close` lists known words that are spelled like it."""

    def __init__(self, word: str, close: Sequence[str]):
        self.word, self.close = replace_surrogates(word), tuple(close)
        super().__init__(self.word)

    def __str__(self) -> str:
        shown = self.word if len(self.word) <= 30 else f"{self.word[:30]}…"
        hint = f" Similar spellings: {', '.join(self.close)}." if self.close else ""
        return f"There is no vector for “{shown}”.{hint}"


class WordVectors:
    """Words and their vectors. Looking up ignores case and outer white space; lone surrogates count as U+FFFD.

    Raises:
        ValueError: not one row for each word, or a word twice.

    Example:
        >>> vectors = WordVectors.load()
        >>> round(vectors.cosine("cat", "dog"), 2), vectors.analogy("king", "man", "woman", n=1)[0][0]
        (0.92, 'queen')
    """

    def __init__(self, words: Iterable[str], vectors: ArrayLike):
        self.words = tuple(map(replace_surrogates, words))
        self.vectors = np.array(vectors, dtype=np.float32)  # [n, d]
        if self.vectors.ndim != 2 or len(self.vectors) != len(self.words):
            raise ValueError(f"{len(self.words)} words need as many rows, not {list(self.vectors.shape)}")
        self._index = {word: index for index, word in enumerate(self.words)}
        if len(self._index) != len(self.words):
            raise ValueError("a word occurs twice")
        lengths = np.linalg.norm(self.vectors, axis=1, keepdims=True)
        self._units = self.vectors / np.where(lengths > 0, lengths, 1)
        self.vectors.flags.writeable = self._units.flags.writeable = False  # shared by all readers

    @classmethod
    def load(cls) -> "WordVectors":
        """The vectors that ship; read and checked once, the same object each time."""
        return _shipped()

    def __len__(self) -> int:
        return len(self.words)

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and plain(word) in self._index

    def __getitem__(self, word: str) -> np.ndarray:
        """The vector of a word, [d]. Raises UnknownWord (a KeyError) with similar spellings."""
        known = self._index.get(plain(word))
        if known is None:
            raise UnknownWord(word, difflib.get_close_matches(plain(word)[:40], self.words, n=3, cutoff=0.75))
        return self.vectors[known]

    def cosine(self, a: str | ArrayLike, b: str | ArrayLike) -> float:
        """Cosine of two words or vectors; raises as `core.text.cosine`, and UnknownWord."""
        return cosine(self._vector(a), self._vector(b))

    def angle(self, a: str | ArrayLike, b: str | ArrayLike) -> float:
        """The angle of two words or vectors in degrees."""
        return angle(self._vector(a), self._vector(b))

    def neighbours(self, of: str | ArrayLike, n: int = 10) -> Neighbours:
        """The `n` words with the largest cosine; a word is no neighbour of itself.

        Raises ValueError for a zero vector, UnknownWord for an unknown word.
        """
        return self._closest(self._vector(of), n, {plain(of)} if isinstance(of, str) else set())

    def analogy(self, a: str, b: str, c: str, n: int = 5, *, exclude: bool = True) -> Neighbours:
        """The `n` words closest to a - b + c, the three themselves left out (one of them would often be the closest).
        With `exclude` off they may answer too.

        The three are taken at unit length (3CosAdd, Levy & Goldberg 2014, section 3), so direction alone counts.
        """
        first, second, third = (unit(self[word]) for word in (a, b, c))
        return self._closest(first - second + third, n, {plain(word) for word in (a, b, c)} if exclude else set())

    def plane(self, words: Iterable[str]) -> Plane:
        """The plane on which these words spread most, with the share of their variance that it keeps."""
        return project(np.stack([self[word] for word in words]))

    @cached_property
    def pairs(self) -> AllPairs:
        """The cosines of all pairs of words: what one of two words has to be measured against."""
        return all_pairs(self.vectors)

    def _vector(self, of: str | ArrayLike) -> np.ndarray:
        return self[of] if isinstance(of, str) else np.asarray(of, dtype=np.float64)

    def _closest(self, vector: np.ndarray, n: int, without: set[str]) -> Neighbours:
        if n < 1:
            raise ValueError(f"the number of neighbours must be 1 or more, not {n}")
        cosines = self._units @ unit(vector)  # [n]
        best = np.argsort(-cosines, kind="stable")[: n + len(without)]
        found = [(self.words[i], float(np.clip(cosines[i], -1, 1))) for i in best]
        return [(word, similarity) for word, similarity in found if word not in without][:n]


def plain(word: str) -> str:
    """A word as it is looked up: lower case, no outer white space, U+FFFD for lone surrogates."""
    return replace_surrogates(word).strip().lower()


@cache
def _shipped() -> WordVectors:
    with np.load(io.BytesIO(read_verified(VECTORS_FILE, _SHA256))) as data:
        return WordVectors(bytes(data["words"]).decode().split("\n"), data["vectors"])
