"""The same translation written twice, with and without a key–value cache: what differs, and what it costs.

Letters: T target tokens read so far, S source tokens, D d_model, V vocabulary, L layers.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import torch

from core.analysis.counting import config_flops, kv_cache_bytes
from core.decoding import decoding_steps
from core.transformer import ModelConfig, Transformer


@dataclass(frozen=True)
class StepCost:
    """One step of one way of decoding. `rows` are the positions that went through the decoder."""

    rows: int
    multiply_adds: int


@dataclass(frozen=True)
class CacheComparison:
    """Greedy decoding with and without cache, step by step. `differences` are the largest |Δ| of all logits, or of the
    first steps only, if the two ways wrote different tokens."""

    cached_ids: list[int]
    full_ids: list[int]
    differences: list[float]
    cached: list[StepCost]
    full: list[StepCost]  # as the program does it
    last_row: list[StepCost]  # without a cache too, but the last row alone is projected onto the vocabulary
    source_once: list[StepCost]  # and, besides, keys and values of the source are made at the first step alone
    cache_bytes: list[int]  # keys and values of the decoder's own tokens that are held after each step
    source_bytes: int  # keys and values of the source, for the cross-attention: made once, and held to the end

    @property
    def same(self) -> bool:
        return self.cached_ids == self.full_ids

    @property
    def reused(self) -> list[int]:
        """Rows that the cache saved, per step."""
        return [full.rows - cached.rows for full, cached in zip(self.full, self.cached, strict=True)]

    @property
    def multiply_adds(self) -> tuple[int, int]:
        """All steps together: with cache, without."""
        return _sum(self.cached), _sum(self.full)

    @property
    def thrifty_multiply_adds(self) -> tuple[int, int]:
        """All steps together without a cache, and without what nobody reads: `last_row`, `source_once`."""
        return _sum(self.last_row), _sum(self.source_once)

    @property
    def pairs(self) -> tuple[list[int], list[int]]:
        """Scores of one head of self-attention, per step: T with cache, T² without."""
        lean, heavy = ([t * cost.rows for t, cost in enumerate(way, 1)] for way in (self.cached, self.full))
        return lean, heavy


@dataclass(frozen=True)
class CausalCells:
    """Cells of the causal matrix of n tokens: all, those the mask hides, and the weights that token n has added."""

    total: int
    hidden: int
    new: int


def causal_cells(n: int) -> CausalCells:
    """n² cells; n(n − 1)/2 above the diagonal are hidden; the last row has n weights.

    Example:
        >>> causal_cells(5)
        CausalCells(total=25, hidden=10, new=5)
    """
    return CausalCells(n * n, n * (n - 1) // 2, n)


def step_cost(
    config: ModelConfig,
    length: int,
    memory_length: int,
    *,
    cached: bool,
    last_row: bool = False,
    source_once: bool = False,
) -> StepCost:
    """The decoder's products for the step that reads token number `length` (1 is BOS), the output projection included.

    cached       one row: L · (24D² and the attention to T and S keys) + D·V; the first step makes the source's K and V
    not cached   all T rows again, and K and V of the source again; the program projects all rows onto the vocabulary
    last_row     not cached, but only the last row is projected
    source_once  not cached, but K and V of the source are made at the first step alone

    24D² is for F = 4D and heads of D/h. Counts every pair of the causal matrix: the hidden half is computed and thrown
    away.
    """
    rows, held = 1 if cached else length, (cached or source_once) and length > 1
    layer = config_flops(config, rows, context=length, memory_length=memory_length, memory_cached=held)
    projected = 1 if last_row else rows
    return StepCost(rows, config.n_layers * layer.multiply_adds + projected * config.d_model * config.vocab_size)


def compare_cache(model: Transformer, source: Sequence[int], max_new_tokens: int) -> CacheComparison:
    """Decode greedily both ways. Raises ValueError as `decoding_steps` does."""
    ids = torch.tensor([list(source)])
    ways = [list(decoding_steps(model, ids, max_new_tokens, use_cache=use)) for use in (True, False)]
    cached, full = ([int(step.tokens[0]) for step in steps] for steps in ways)
    agree = _common(cached, full)
    pairs = list(zip(*ways, strict=False))[: agree + 1]
    config, lengths = model.config, range(1, min(map(len, ways)) + 1)

    def costs(**way: bool) -> list[StepCost]:
        return [step_cost(config, t, len(source), **way) for t in lengths]

    def held(tokens: int) -> int:
        width = config.n_heads * config.d_k
        return kv_cache_bytes(config.n_layers, tokens, width, config.n_heads, bytes_per_value=4)

    return CacheComparison(
        cached,
        full,
        [float((one.logits - other.logits).abs().max()) for one, other in pairs],
        costs(cached=True),
        costs(cached=False),
        costs(cached=False, last_row=True),
        costs(cached=False, last_row=True, source_once=True),
        [held(t) for t in lengths],
        held(len(source)),
    )


def _sum(steps: Sequence[StepCost]) -> int:
    return sum(step.multiply_adds for step in steps)


def _common(one: list[int], other: list[int]) -> int:
    """How many ids from the start are the same."""
    for at, (a, b) in enumerate(zip(one, other, strict=False)):
        if a != b:
            return at
    return min(len(one), len(other))
