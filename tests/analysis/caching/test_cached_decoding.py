"""Decoding with a cache, without, and with a broken one: on the translator that ships."""

import pytest
import torch

from core import analysis, decoding
from core.analysis import parameter_count
from core.models import translator
from core.transformer import KVCache, evaluating
from tests.evidence import holds

SENTENCE = "I think that she wanted to buy a new car yesterday."
A, B = "The cat sat on the mat.", "Where do you live?"


@pytest.fixture(scope="module")
def model():
    return translator.load()


def test_kv_01_a_stale_position_shows(model):
    run = analysis.caching.broken_run(model.model, model.source_ids(SENTENCE), 12, "position", at=3)
    assert run.differences[:3] == [0, 0, 0] and min(run.differences[3:]) > 0.01


@holds(
    "kv_cache",
    says="forgets to say where a token stands, and each is taken for the first",
    against="the model itself, with one token put at position 0 by hand",
    within="1e-4",
)
def test_a_stale_position_is_what_position_zero_gives(model):
    """The broken cache against the model itself, with the fourth token put at position 0 by hand."""
    source = torch.tensor([model.source_ids(SENTENCE)])
    intact = decoding.generate(model.model, source, 4)[0].tolist()
    run = analysis.caching.broken_run(model.model, source[0].tolist(), 12, "position", at=3)
    with evaluating(model.model):
        memory, cache = model.model.encode(source), KVCache(model.model.config, 1, 12)
        right = model.model.decode(torch.tensor([[1, *intact[:3]]]), memory, cache=cache)[0, -1]
        cache.length = 3
        embedding, wrong = model.model.target_embedding, torch.tensor([intact[2:3]])
        x = embedding(wrong, offset=0)
        final = model.model.decoder(x, memory, torch.ones(1, 1, dtype=torch.bool), cache=cache)
        moved = model.model.output(final)[0, -1]
    assert run.differences[3] == pytest.approx(float((right - moved).abs().max()), rel=1e-4)


@holds(
    "kv_cache",
    says="the key and the value of one token are lost, because the next token's are written over them",
    against="the intact cache: equal up to that token, and off by more than 0.01 after it",
    within="",
)
def test_a_dropped_row_changes_nothing_until_it_is_missed(model):
    run = analysis.caching.broken_run(model.model, model.source_ids(SENTENCE), 12, "row", at=3)
    assert run.differences[:4] == [0, 0, 0, 0] and run.differences[4] > 0.01


def test_an_unknown_bug_is_refused(model):
    with pytest.raises(ValueError, match="allowed: position, row"):
        analysis.caching.broken_run(model.model, model.source_ids(A), 5, "none", at=0)


def test_kv_02_a_then_b_then_a_again(model):
    first, _, again = (analysis.caching.compare_cache(model.model, model.source_ids(text), 40) for text in (A, B, A))
    assert first == again
    broken = analysis.caching.broken_run(model.model, model.source_ids(B), 40, "row", at=1)
    assert broken.intact_ids == analysis.caching.compare_cache(model.model, model.source_ids(B), 40).cached_ids
    assert analysis.caching.compare_cache(model.model, model.source_ids(A), 40) == first


@holds(
    "kv_cache",
    says="Without a cache, each step sends the whole context through the decoder again",
    against="the operations that torch counts in a pass over the whole context",
)
def test_the_rows_and_operations_are_those_of_the_formula(model):
    config = model.model.config
    for t in (1, 5, 12):
        lean, heavy = (analysis.caching.step_cost(config, t, 9, cached=cached) for cached in (True, False))
        assert (lean.rows, heavy.rows) == (1, t)
        assert heavy.multiply_adds == counted(model.model, t, 9) // 2
    cells = analysis.caching.causal_cells(5)
    assert (cells.total, cells.hidden, cells.new) == (25, 10, 5)


@holds(
    "kv_cache",
    shows="the multiply-adds that a thriftier program would save",
    against="the formula, from the sizes of the model",
)
def test_what_the_program_need_not_compute_without_a_cache_is_counted_apart(model):
    """Logits of old rows, which nobody reads, and the keys and values of the source after the first step."""
    config, source = model.model.config, model.source_ids(SENTENCE)
    found = analysis.caching.compare_cache(model.model, source, 40)
    steps, (lean, heavy), (last_row, source_once) = len(found.full), found.multiply_adds, found.thrifty_multiply_adds
    old_rows = steps * (steps - 1) // 2
    assert heavy - last_row == old_rows * config.d_model * config.vocab_size
    pairs_of_the_source = config.n_layers * 2 * len(source) * config.d_model**2
    assert last_row - source_once == (steps - 1) * pairs_of_the_source
    assert (lean, heavy, last_row, source_once) == (17_079_296, 127_362_560, 87_426_560, 72_091_136)


@holds(
    "kv_cache",
    says="each step adds one row and one column to the matrix, and *leaves all older rows as they were*",
    against="the matrices of the finished sentence, at every step and in every layer",
    within="1e-5",
)
def test_each_step_adds_a_row_and_a_column_and_leaves_the_older_ones(model):
    ids, written = model.source_ids(A), model.translate(A).target_ids
    whole = model.model.trace(torch.tensor([ids]), torch.tensor([written[:-1]])).decoder
    for n in range(1, len(written) - 1):
        shorter = model.model.trace(torch.tensor([ids]), torch.tensor([written[:n]])).decoder
        for layer, longer in zip(shorter, whole, strict=True):
            weights = layer.self_attn.weights
            assert weights.shape[-2:] == (n, n) and not weights.triu(1).any()
            torch.testing.assert_close(weights, longer.self_attn.weights[..., :n, :n], rtol=0, atol=1e-5)


@holds("kv_cache", says="an untrained decoder, larger than the translator", against="the parameters of both", within="")
def test_the_decoder_that_is_timed_is_larger_than_the_translator(model):
    timed = analysis.caching.step_times.__defaults__[0]
    assert parameter_count(timed).total > parameter_count(model.model.config).total


def test_the_source_is_held_besides(model):
    source = model.source_ids(SENTENCE)
    found = analysis.caching.compare_cache(model.model, source, 40)
    with evaluating(model.model):
        cache = KVCache(model.model.config, 1, 40)
        model.model.decode(torch.tensor([[1]]), model.model.encode(torch.tensor([source])), cache=cache)
    held = sum(part.numel() * part.element_size() for pair in cache.cross for part in pair)
    assert found.source_bytes == held


@holds("kv_cache", says="that is $N$ rows, each compared with each: $O(N^2)$", against="N squared, at every step")
@holds("kv_cache", says="its query meets the $N$ kept keys, which is $O(N)$", against="N, at every step")
def test_a_step_compares_n_pairs_with_a_cache_and_n_squared_without(model):
    lean, heavy = analysis.caching.compare_cache(model.model, model.source_ids(A), 40).pairs
    assert lean == list(range(1, len(lean) + 1)) and heavy == [n * n for n in lean]


def counted(model, length: int, memory_length: int) -> int:
    """Operations of one uncached decode, counted by torch while it runs."""
    from torch.utils.flop_counter import FlopCounterMode

    memory = torch.zeros(1, memory_length, model.config.d_model)
    with evaluating(model), FlopCounterMode(display=False) as counter:
        model.decode(torch.ones(1, length, dtype=torch.long), memory)
    return counter.get_total_flops()


@holds(
    "kv_cache",
    says="reads contexts of up to 512 tokens; the last step is timed with a filled cache and without one",
    against="one time for each length and way, all above 0",
    within="",
)
def test_the_clock_is_read_at_every_length_and_big_models_are_refused():
    times = analysis.caching.step_times(lengths=(4, 32), runs=1)
    assert len(times.cached) == len(times.full) == len(times.speed_ups) == 2
    assert min(times.cached + times.full) > 0 and times.operations[1] > times.operations[0] > 1
    assert times.speed_ups[1] == times.full[1] / times.cached[1]
    with pytest.raises(ValueError, match="too many to time"):
        analysis.caching.step_times(analysis.caching.step_times.__defaults__[0], lengths=(512,) * 50)
