"""Decoding with a key–value cache beside decoding without one: what differs, what it costs, how it breaks."""

from core.analysis.caching.broken_cache import BUGS, BrokenRun, broken_run
from core.analysis.caching.cache_tables import comparison_columns, known_models, sharing_curves, step_table, time_table
from core.analysis.caching.cache_words import (
    broken_in_words,
    comparison_in_words,
    fair_count_in_words,
    held_in_words,
    pairs_in_words,
    times_in_words,
)
from core.analysis.caching.cached_decoding import (
    CacheComparison,
    CausalCells,
    StepCost,
    causal_cells,
    compare_cache,
    step_cost,
)
from core.analysis.caching.timing import StepTimes, step_times
