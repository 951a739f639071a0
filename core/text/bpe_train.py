"""Learning byte-pair merges from a text (Sennrich et al. 2016, on bytes as in GPT-2).

Ids 0 … 255 are the bytes, and merge number i makes id 256 + i. Each turn joins the most frequent pair of neighbouring
ids; among equals the smallest (left id, right id) wins, so the result depends on the counts alone and never on the
order of the text or of a hash table.

Three things make it quick: equal chunks are counted once, an index says which chunks a pair occurs in, and the heap is
lazy (a pair's count can only fall once the pair exists, so an entry that is too high is put back where it belongs).
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import pairwise

from core.text.chunks import split_chunks

Pair = tuple[int, int]


@dataclass(frozen=True)
class MergeStep:
    """One learned merge and what it won against.

    `count` is the number of places where the two ids stand side by side; places may overlap, so "aaa" counts "aa" twice
    although the merge can take only one of them.
    """

    index: int  # 0 for the first merge
    pair: Pair  # (left id, right id)
    new_id: int  # 256 + index
    count: int
    bytes: bytes  # what the new token stands for
    tied: int  # pairs that had this very count, the winner included; above 1 the smallest ids decided
    runners_up: tuple[tuple[Pair, int], ...]  # the next best (pair, count), best first


def merge_pair(ids: list[int], pair: Pair, new_id: int) -> list[int]:
    """Replace `pair` by `new_id`, from left to right.

    Example:
        >>> merge_pair([1, 1, 1, 2], (1, 1), 256)
        [256, 1, 2]
    """
    left, right = pair
    merged, i, last = [], 0, len(ids) - 1
    while i <= last:
        if i < last and ids[i] == left and ids[i + 1] == right:
            merged.append(new_id)
            i += 2
        else:
            merged.append(ids[i])
            i += 1
    return merged


class _PairCounts:
    """The counts of all neighbouring pairs, kept up to date while chunks change."""

    def __init__(self, text: str):
        chunks = Counter(split_chunks(text))
        self.words = [list(chunk.encode()) for chunk in chunks]
        self.word_counts = list(chunks.values())
        self.counts: defaultdict[Pair, int] = defaultdict(int)
        self.where: defaultdict[Pair, set[int]] = defaultdict(set)
        for index, (word, count) in enumerate(zip(self.words, self.word_counts, strict=True)):
            for pair in pairwise(word):
                self.counts[pair] += count
                self.where[pair].add(index)
        self.heap = [(-count, pair) for pair, count in self.counts.items()]
        heapify(self.heap)
        self.pairs_with_count = Counter(self.counts.values())

    def pop_best(self) -> tuple[int, Pair] | None:
        """Take the best pair off the heap: (count, pair), or None when no pair is left."""
        while self.heap:
            stored, pair = heappop(self.heap)
            count = self.counts.get(pair, 0)
            if count == -stored:
                return count, pair
            if count:
                heappush(self.heap, (-count, pair))
        return None

    def peek(self, n: int) -> tuple[tuple[Pair, int], ...]:
        """The best `n` pairs, left on the heap."""
        best = []
        while len(best) < n and (found := self.pop_best()):
            best.append(found)
        for count, pair in best:
            heappush(self.heap, (-count, pair))
        return tuple((pair, count) for count, pair in best)

    def merge(self, pair: Pair, new_id: int) -> None:
        """Join `pair` in every chunk that holds it.

        Counts change only beside the new id, where each pair has taken the place of one that is gone: (x, left) became
        (x, new), (right, y) became (new, y), and between two joins (right, left) became (new, new).
        """
        left, right = pair
        changes: defaultdict[Pair, int] = defaultdict(int)
        for index in self.where.pop(pair):
            count = self.word_counts[index]
            self.words[index] = merged = merge_pair(self.words[index], pair, new_id)
            for one, two in pairwise(merged):
                if one == new_id or two == new_id:
                    changes[right if one == new_id else one, left if two == new_id else two] -= count
                    changes[one, two] += count
                    self.where[one, two].add(index)
            changes[pair] -= count * merged.count(new_id)
        self._apply(changes)

    def _apply(self, changes: dict[Pair, int]) -> None:
        for pair, change in changes.items():
            if not change:
                continue
            before = self.counts[pair]
            after = before + change
            self.pairs_with_count[before] -= 1
            self.pairs_with_count[after] += 1
            if after:
                self.counts[pair] = after
            else:
                del self.counts[pair]
            if not before:  # a pair with the new id
                heappush(self.heap, (-after, pair))


def train_bpe(text: str, num_merges: int, *, min_count: int = 1, runners_up: int = 4) -> Iterator[MergeStep]:
    """Learn up to `num_merges` merges from `text`, one `MergeStep` at a time.

    Stops early, without an error, when no pair occurs `min_count` times: 1 goes on while anything is left to join
    (the common trainers' rule), 2 stops as soon as no pair repeats. An empty text yields nothing. Lone surrogates are
    read as U+FFFD.

    Raises:
        ValueError: `num_merges` below 0 or `min_count` below 1.

    Example:
        >>> [(step.bytes, step.count) for step in train_bpe("aaabdaaabac", 3)]
        [(b'aa', 4), (b'ab', 2), (b'aaab', 2)]
    """
    if num_merges < 0:
        raise ValueError(f"the number of merges must be 0 or more, not {num_merges}")
    if min_count < 1:
        raise ValueError(f"min_count must be 1 or more, not {min_count}")
    return _steps(text, num_merges, min_count, runners_up)


def _steps(text: str, num_merges: int, min_count: int, runners_up: int) -> Iterator[MergeStep]:
    pairs = _PairCounts(text)
    token_bytes = [bytes([byte]) for byte in range(256)]
    for index in range(num_merges):
        best = pairs.pop_best()
        if best is None or best[0] < min_count:
            return
        count, pair = best
        new_id = 256 + index
        token_bytes.append(token_bytes[pair[0]] + token_bytes[pair[1]])
        yield MergeStep(
            index, pair, new_id, count, token_bytes[-1], pairs.pairs_with_count[count], pairs.peek(runners_up)
        )
        pairs.merge(pair, new_id)
