"""What a cache saves, how long it takes, and what a broken one does, in words."""

from collections.abc import Sequence

from core.analysis.caching.broken_cache import BrokenRun
from core.analysis.caching.cached_decoding import CacheComparison
from core.analysis.caching.timing import StepTimes
from core.analysis.counting import format_bytes
from core.say import number


def comparison_in_words(found: CacheComparison) -> str:
    """Whether both ways wrote the same, how far their logits differ, and what either had to compute."""
    verdict = "The same tokens both ways" if found.same else "The two ways wrote different tokens"
    lean, heavy = found.multiply_adds
    return (
        f"{verdict}; the largest difference of any logit is {max(found.differences):.1e}. {len(found.cached)} rows "
        f"went through the decoder instead of {sum(cost.rows for cost in found.full)}, and {lean:,} multiply-adds were "
        f"done instead of {heavy:,}, {number(heavy / lean, 1)} times as many."
    )


def fair_count_in_words(found: CacheComparison) -> str:
    """The same without a cache where nothing is computed that nobody reads, in two steps."""
    lean, _ = found.multiply_adds
    last_row, source_once = found.thrifty_multiply_adds
    return (
        f"Not all of that is owed to the cache. The program projects old rows onto the vocabulary too, which nobody "
        f"reads: without that it is {last_row:,}, {number(last_row / lean, 1)} times as many as with a cache. And it "
        f"makes the keys and values of the source anew at each step: made once, {source_once:,}, "
        f"{number(source_once / lean, 1)} times."
    )


def pairs_in_words(found: CacheComparison) -> str:
    """How many scores a head of self-attention computes at the last step, and in all, with a cache and without."""
    lean, heavy = found.pairs
    return (
        f"At step {len(lean)} one head of self-attention compares {lean[-1]:,} pairs of a query and a key with a cache "
        f"and {heavy[-1]:,} without. In all it compares {sum(lean):,} and {sum(heavy):,}."
    )


def held_in_words(found: CacheComparison, source_tokens: int) -> str:
    """What is held in memory in the end, for the tokens written and for the source."""
    return (
        f"In the end the cache holds {format_bytes(found.cache_bytes[-1])} for the {len(found.cache_bytes)} tokens "
        f"read, and {format_bytes(found.source_bytes)} for the {source_tokens} tokens of the source."
    )


def times_in_words(times: StepTimes) -> str:
    """How much faster a step is with a cache, at the longest context and at the shortest.

    Example:
        >>> times_in_words(StepTimes((8, 16), [1.0, 1.0], [2.0, 4.0], [7.5, 15.5])).partition(":")[0]
        'At 16 tokens a step took 4.00 ms without and 1.00 ms with a cache'
    """
    return (
        f"At {times.lengths[-1]} tokens a step took {number(times.full[-1])} ms without and "
        f"{number(times.cached[-1])} ms with a cache: {number(times.speed_ups[-1], 1)} times as fast, where the "
        f"operations are {number(times.operations[-1], 0)} times fewer. At {times.lengths[0]} tokens it is "
        f"{number(times.speed_ups[0], 1)} times."
    )


def broken_in_words(run: BrokenRun, written: Sequence[str], rounding: float) -> str:
    """Where a broken cache moves the logits, and how far; `rounding`: what sums alone do."""
    worst = run.differences.index(max(run.differences))
    touched = sum(difference > 1e-3 for difference in run.differences)
    return (
        f"Fed the same tokens, the broken cache moves the logits in {touched} of {len(written)} steps, most at step "
        f"{worst + 1}, “{written[worst]}”, by {number(run.differences[worst], 3)}. The order of the sums alone "
        f"moves them by {rounding:.1e}."
    )
