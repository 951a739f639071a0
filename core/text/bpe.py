"""Byte-level BPE: text to ids and back, exactly, for every text that UTF-8 can write.

A token is a run of bytes and need not be whole characters, so everything here works on bytes; `decode` puts U+FFFD only
where the ids given to it end inside a character. A lone surrogate has no bytes: it is read as U+FFFD.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import chain, pairwise
from operator import index as as_index

from core.text.bpe_train import Pair, merge_pair, train_bpe
from core.text.chunks import split_chunks
from core.text.pieces import TokenPiece, locate
from core.text.surrogates import replace_surrogates

_CACHED_CHUNKS = 50_000
_CACHED_LENGTH = 64  # characters; longer chunks are rare, and would make the cache large


@dataclass(frozen=True)
class EncodeStep:
    """The ids of a text after one more merge; the first state is its bytes and has no merge."""

    rank: int | None  # which merge was applied, counted from 0 in the order of learning
    pair: Pair | None
    new_id: int | None
    ids: tuple[int, ...]


class BPETokenizer:
    """A list of merges [(left id, right id), …] in the order they were learned; merge i makes id 256 + i.

    There are no special tokens: "<|endoftext|>" is thirteen characters like any others.

    Raises:
        ValueError: a merge that is no pair of earlier ids, or the same pair twice.

    Example:
        >>> tokenizer = BPETokenizer.train("aaabdaaabac", 3)
        >>> tokenizer.encode("aaabdaaabac")
        [258, 100, 258, 97, 99]
        >>> tokenizer.decode(tokenizer.encode("déjà 👍🏽\\n"))
        'déjà 👍🏽\\n'
    """

    def __init__(self, merges: Iterable[Sequence[int]]):
        self._bytes = [bytes([byte]) for byte in range(256)]
        self._ranks: dict[Pair, int] = {}  # pair -> the id it becomes
        for number, merge in enumerate(merges):
            pair = _valid_pair(number, merge)
            if pair in self._ranks:
                raise ValueError(f"merge {number} repeats the pair {pair}")
            self._ranks[pair] = 256 + number
            self._bytes.append(self._bytes[pair[0]] + self._bytes[pair[1]])
        self._cache: dict[str, list[int]] = {}

    @classmethod
    def train(cls, text: str, num_merges: int, *, min_count: int = 1) -> "BPETokenizer":
        """Learn the merges from `text`; see `train_bpe` for the rule."""
        return cls(step.pair for step in train_bpe(text, num_merges, min_count=min_count, runners_up=0))

    @property
    def merges(self) -> list[Pair]:
        return list(self._ranks)

    @property
    def vocab_size(self) -> int:
        return len(self._bytes)

    def token_bytes(self, token_id: int) -> bytes:
        """The bytes that a token stands for. Raises ValueError for an id outside the vocabulary."""
        token_id = as_index(token_id)
        if not 0 <= token_id < len(self._bytes):
            raise ValueError(f"token id {token_id} is outside the vocabulary 0 … {len(self._bytes) - 1}")
        return self._bytes[token_id]

    def encode(self, text: str) -> list[int]:
        """The ids of `text`, its lone surrogates read as U+FFFD. Merges never cross the chunks of `split_chunks`."""
        ids: list[int] = []
        for chunk in split_chunks(text):
            ids += self._encode_chunk(chunk)
        return ids

    def decode(self, ids: Iterable[int]) -> str:
        """The text of `ids`; `decode(encode(text)) == text` where that has no lone surrogate. Bytes that are not whole
        characters become U+FFFD."""
        return b"".join(map(self.token_bytes, ids)).decode(errors="replace")

    def pieces(self, text: str) -> list[TokenPiece]:
        """The tokens of `text` with their bytes and the characters they touch, ready to be shown."""
        text = replace_surrogates(text)
        ids = self.encode(text)
        return locate(text, ids, [self._bytes[token_id] for token_id in ids])

    def encode_steps(self, text: str) -> Iterator[EncodeStep]:
        """The states of `text` from its bytes to its tokens, one learned merge at a time, wherever it applies.

        Each step looks at the whole text: meant for a page of text and `itertools.islice`.
        """
        words = [list(chunk.encode()) for chunk in split_chunks(text)]
        yield EncodeStep(None, None, None, tuple(chain.from_iterable(words)))
        while True:
            found = {pair for word in words for pair in pairwise(word)} & self._ranks.keys()
            if not found:
                return
            pair = min(found, key=self._ranks.__getitem__)
            new_id = self._ranks[pair]
            words = [merge_pair(word, pair, new_id) for word in words]
            yield EncodeStep(new_id - 256, pair, new_id, tuple(chain.from_iterable(words)))

    def to_json(self) -> str:
        """The merges as JSON; `from_json` reads them back."""
        return json.dumps({"kind": "byte-level BPE", "merges": self.merges}, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> "BPETokenizer":
        """Raises ValueError when `text` is not what `to_json` writes."""
        data = json.loads(text)
        if not isinstance(data, dict) or not isinstance(data.get("merges"), list):
            raise ValueError('a BPE file is a JSON object with a list "merges"')
        return cls(data["merges"])

    def _encode_chunk(self, chunk: str) -> list[int]:
        ids = self._cache.get(chunk)
        if ids is None:
            ids = self._merge_chunk(list(chunk.encode()))
            if len(chunk) <= _CACHED_LENGTH:
                if len(self._cache) >= _CACHED_CHUNKS:
                    self._cache.clear()
                self._cache[chunk] = ids
        return ids

    def _merge_chunk(self, ids: list[int]) -> list[int]:
        """Apply the earliest merge first, leftmost first: a heap over a linked list, O(n log n) in the length."""
        ranks, end = self._ranks, len(ids)
        following, preceding = list(range(1, end + 1)), list(range(-1, end - 1))
        heap = [(ranks[pair], i) for i, pair in enumerate(pairwise(ids)) if pair in ranks]
        heapify(heap)
        while heap:
            new_id, i = heappop(heap)
            j = following[i]
            if j == end or ids[i] < 0 or ranks.get((ids[i], ids[j])) != new_id:
                continue  # a neighbour has been merged away since
            ids[i], ids[j] = new_id, -1
            after = following[i] = following[j]
            if after < end:
                preceding[after] = i
            for left, right in ((preceding[i], i), (i, after)):
                if left >= 0 and right < end and (rank := ranks.get((ids[left], ids[right]))) is not None:
                    heappush(heap, (rank, left))
        return [i for i in ids if i >= 0]


def _valid_pair(number: int, merge: Sequence[int]) -> Pair:
    try:
        left, right = (as_index(part) for part in merge)
    except (TypeError, ValueError):
        raise ValueError(f"merge {number} must be two token ids, not {merge!r}") from None
    if not (0 <= left < 256 + number and 0 <= right < 256 + number):
        raise ValueError(f"merge {number} joins {(left, right)}, but only the ids 0 … {255 + number} exist by then")
    return left, right
