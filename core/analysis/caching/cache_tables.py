"""Key–value caches as columns of tables and as curves: one translation step by step, and the sizes of known models."""

from collections.abc import Iterable, Sequence

from core.analysis.caching.cached_decoding import CacheComparison
from core.analysis.caching.timing import StepTimes
from core.analysis.counting import CACHE_PRESETS, kv_cache_bytes, mebibytes


def comparison_columns(found: CacheComparison, cached: Sequence[str], full: Sequence[str]) -> dict[str, Sequence]:
    """Every step of a translation with and without cache; `cached` and `full` are the names of the tokens written."""
    return {
        "step": list(range(1, len(found.cached) + 1)),
        "with cache": cached,
        "without": full,
        "largest difference of a logit": found.differences,
        "rows with cache": [cost.rows for cost in found.cached],
        "rows without": [cost.rows for cost in found.full],
        "rows reused": found.reused,
        "multiply-adds with cache": [cost.multiply_adds for cost in found.cached],
        "multiply-adds without": [cost.multiply_adds for cost in found.full],
        "without, last row projected": [cost.multiply_adds for cost in found.last_row],
        "without, source once too": [cost.multiply_adds for cost in found.source_once],
        "bytes of the cache": found.cache_bytes,
    }


def sharing_curves(
    layers: int, lengths: Iterable[int], width: int, heads: int, kv_heads: int, size: int, batch: int
) -> dict[str, list[float]]:
    """MiB over the tokens held: with a key and a value for every head, for `kv_heads` of them, and for a single one.

    size  bytes of a value

    Example:
        >>> sharing_curves(1, [512, 1024], 512, 8, 1, 2, 1)
        {'8 key–value heads': [1.0, 2.0], '1 key–value head': [0.125, 0.25]}
    """
    lengths = list(lengths)
    return {
        f"{n} key–value head{'s' * (n > 1)}": [
            mebibytes(kv_cache_bytes(layers, length, width, heads, n, size, batch)) for length in lengths
        ]
        for n in dict.fromkeys([heads, kv_heads, 1])
    }


def known_models(length: int, size: int, batch: int) -> dict[str, list]:
    """The caches of known models for so many tokens; size: bytes of a value."""
    presets = CACHE_PRESETS.values()
    return {
        "model": [known.name for known in presets],
        "layers": [known.layers for known in presets],
        "width": [known.d_model for known in presets],
        "heads": [known.n_heads for known in presets],
        "key–value heads": [known.kv_heads for known in presets],
        "MiB": [mebibytes(known.cache_bytes(length, size, batch)) for known in presets],
        "made for": [known.context for known in presets],
    }


def step_table(found: CacheComparison, cached: Sequence[str], full: Sequence[str]) -> dict[str, Sequence]:
    """What is read first of `comparison_columns`: the tokens both ways, and the rows computed and reused."""
    return {
        "step": list(range(1, len(found.cached) + 1)),
        "with cache": cached,
        "without": full,
        "logits differ by": [f"{difference:.1e}" for difference in found.differences],
        "new rows": [cost.rows for cost in found.cached],
        "reused rows": found.reused,
    }


def time_table(times: StepTimes) -> dict[str, Sequence]:
    """The measured time of a step at each length, with and without a cache."""
    return {
        "tokens": times.lengths,
        "ms without": times.full,
        "ms with": times.cached,
        "measured speed-up": times.speed_ups,
        "ratio of operations": times.operations,
    }
