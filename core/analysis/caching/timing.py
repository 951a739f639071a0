"""Milliseconds of one decoding step, with and without a cache: measured, so it varies between runs.

Letters: T tokens read so far.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import torch

from core.analysis.caching.cached_decoding import step_cost
from core.transformer import KVCache, ModelConfig, Transformer, best_device, evaluating, to_cpu

# Random weights: time does not depend on what they are. Small enough to be measured while a page is drawn.
TIMED = ModelConfig(d_model=256, n_heads=8, d_ff=1024, n_layers=2, vocab_size=1000, max_len=512, dropout=0.0)
LENGTHS = (8, 16, 32, 64, 128, 256, 512)
SOURCE = 16  # tokens of the source
MAX_OPERATIONS = 10**10  # multiply-adds of all runs together: a second or two on one core


@dataclass(frozen=True)
class StepTimes:
    """The fastest of several runs at each length: whatever else the machine does can only add."""

    lengths: tuple[int, ...]
    cached: list[float]  # milliseconds of the step that reads token number T
    full: list[float]
    operations: list[float]  # multiply-adds without cache over those with it

    @property
    def speed_ups(self) -> list[float]:
        """Measured time without cache over measured time with it."""
        return [full / cached for full, cached in zip(self.full, self.cached, strict=True)]


def step_times(config: ModelConfig = TIMED, lengths: Sequence[int] = LENGTHS, runs: int = 2) -> StepTimes:
    """Time the step that reads token number T, for each T: one row after a filled cache, and all T rows anew.

    The source is encoded before, and its keys and values are held by the cache, as in real decoding. Timed where models
    run, and the two curves are those of that device.
    Raises ValueError when that would take longer than a page may.
    """
    costs = [(step_cost(config, t, SOURCE, cached=True), step_cost(config, t, SOURCE, cached=False)) for t in lengths]
    wanted = (runs + 1) * sum(full.multiply_adds for _, full in costs)
    if wanted > MAX_OPERATIONS:
        raise ValueError(f"{wanted:,} multiply-adds are too many to time here; allowed: {MAX_OPERATIONS:,}")
    generator = torch.Generator().manual_seed(0)
    model = Transformer(replace(config, dropout=0.0), generator).to(best_device()).eval()
    target = torch.randint(config.vocab_size, (1, max(lengths)), generator=generator)
    with evaluating(model):
        memory = model.encode(target[:, :SOURCE])
        cached = [_cached_step(model, target[:, :t], memory, runs) for t in lengths]
        full = [_fastest(lambda t=t: model.decode(target[:, :t], memory), runs) for t in lengths]
    ratios = [without.multiply_adds / with_.multiply_adds for with_, without in costs]
    return StepTimes(tuple(lengths), cached, full, ratios)


def _cached_step(model: Transformer, target: torch.Tensor, memory: torch.Tensor, runs: int) -> float:
    """Fill a cache with all tokens but the last, and time the last."""
    cache, before = KVCache(model.config, 1, target.shape[1]), target.shape[1] - 1
    model.decode(target[:, :before], memory, cache=cache)

    def step() -> torch.Tensor:
        cache.length = before
        return model.decode(target[:, before:], memory, cache=cache)

    return _fastest(step, 4 * runs)


def _fastest(step: Callable[[], torch.Tensor], runs: int) -> float:
    """Milliseconds of the fastest of `runs` runs, until the step's last row of logits is on the CPU."""

    def once() -> float:
        start = time.perf_counter()
        to_cpu(step()[:, -1])
        return 1000 * (time.perf_counter() - start)

    return min(once() for _ in range(runs))
