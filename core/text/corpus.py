"""The corpus that ships, two novels by Jane Austen, and the 4,000 merges learned from it."""

import lzma
from functools import cache, lru_cache

from core.files import read_verified
from core.text.bpe import BPETokenizer
from core.text.bpe_train import MergeStep, train_bpe
from core.text.words import learn_words

CORPUS_FILE = "austen.txt.xz"
BPE_FILE = "austen-bpe.json"
NUM_MERGES = 4_000
MERGES_OFFERED = (0, 10, 30, 50, 100, 200, 300, 500, 1000, 2000, NUM_MERGES)  # what a reader can choose from
SHOWN_STEPS, SHOWN_RIVALS = 200, 6
_CORPUS_SHA256 = "04bcb978dbded945de99115dcb570ccade9942e8fdab0f5e4747599f558358b5"
_BPE_SHA256 = "6690dfb98d8dd47f6dcaf6846ffc35775475c4a9c17bfe7b732dca5f8b76c5bb"


@cache
def load_corpus() -> str:
    """Persuasion (1818) and Pride and Prejudice (1813), a paragraph a line: 1.1 million ASCII characters."""
    return lzma.decompress(read_verified(CORPUS_FILE, _CORPUS_SHA256)).decode()


@lru_cache(maxsize=16)
def load_bpe(num_merges: int = NUM_MERGES) -> BPETokenizer:
    """A tokenizer of the first `num_merges` merges of the corpus, read from a file and not learned anew.

    Raises ValueError unless 0 ≤ num_merges ≤ 4,000.
    """
    if not 0 <= num_merges <= NUM_MERGES:
        raise ValueError(f"the corpus has merges for 0 … {NUM_MERGES:,}, not {num_merges:,}")
    return BPETokenizer(_shipped().merges[:num_merges])


@cache
def load_merge_steps() -> tuple[MergeStep, ...]:
    """The first 200 merges of the corpus with their counts and runners-up: learned anew, about a second, once."""
    return tuple(train_bpe(load_corpus(), SHOWN_STEPS, runners_up=SHOWN_RIVALS))


def learn_merge_steps(text: str) -> tuple[MergeStep, ...]:
    """The same of another text: a step for every pair that occurs twice or more, at most 200.

    Example:
        >>> [step.bytes for step in learn_merge_steps("aaabdaaabac")]
        [b'aa', b'ab', b'aaab']
    """
    return tuple(train_bpe(text, SHOWN_STEPS, min_count=2, runners_up=SHOWN_RIVALS))


def load_words(size: int) -> list[str]:
    """The `size` most frequent words of the corpus, the most frequent first; fewer where it has not so many."""
    return _all_words()[:size]


@cache
def _all_words() -> list[str]:
    return learn_words(load_corpus(), len(load_corpus()))


@cache
def _shipped() -> BPETokenizer:
    return BPETokenizer.from_json(read_verified(BPE_FILE, _BPE_SHA256).decode())
