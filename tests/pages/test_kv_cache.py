"""The page on the KV cache: same tokens, other costs; what its bugs do; what a cache weighs."""

import pytest
import torch

from core import analysis, decoding
from core.models import translator
from core.transformer import KVCache, evaluating
from tests.pages.driver import assert_sound, open_page, plain_text, snippets

SENTENCE = "I think that she wanted to buy a new car yesterday."
OWN = {"cache_model": "own"}
A, B = "The cat sat on the mat.", "Where do you live?"


@pytest.fixture(scope="module")
def model():
    return translator.load()


@pytest.fixture(scope="module")
def page():
    return open_page("kv_cache")


def test_kv_01_same_tokens_and_logits_with_and_without_cache(model, page):
    found = analysis.compare_cache(model.model, model.source_ids(SENTENCE), 12)
    assert found.same and max(found.differences) < 1e-5 and len(found.differences) == len(found.cached_ids)
    assert f"instead of {sum(cost.rows for cost in found.full)}" in plain_text(page)
    assert "The same tokens both ways" in plain_text(page)


def test_kv_01_a_stale_position_shows(model):
    run = analysis.broken_run(model.model, model.source_ids(SENTENCE), 12, "position", at=3)
    assert run.differences[:3] == [0, 0, 0] and min(run.differences[3:]) > 0.01


def test_a_stale_position_is_what_position_zero_gives(model):
    """The broken cache against the model itself, with the fourth token put at position 0 by hand."""
    source = torch.tensor([model.source_ids(SENTENCE)])
    intact = decoding.generate(model.model, source, 4)[0].tolist()
    run = analysis.broken_run(model.model, source[0].tolist(), 12, "position", at=3)
    with evaluating(model.model):
        memory, cache = model.model.encode(source), KVCache(model.model.config, 1, 12)
        right = model.model.decode(torch.tensor([[1, *intact[:3]]]), memory, cache=cache)[0, -1]
        cache.length = 3
        embedding, wrong = model.model.target_embedding, torch.tensor([intact[2:3]])
        x = embedding(wrong, offset=0)
        final = model.model.decoder(x, memory, torch.ones(1, 1, dtype=torch.bool), cache=cache)
        moved = model.model.output(final)[0, -1]
    assert run.differences[3] == pytest.approx(float((right - moved).abs().max()), rel=1e-4)


def test_a_dropped_row_changes_nothing_until_it_is_missed(model):
    run = analysis.broken_run(model.model, model.source_ids(SENTENCE), 12, "row", at=3)
    assert run.differences[:4] == [0, 0, 0, 0] and run.differences[4] > 0.01


def test_an_unknown_bug_is_refused(model):
    with pytest.raises(ValueError, match="allowed: position, row"):
        analysis.broken_run(model.model, model.source_ids(A), 5, "none", at=0)


def test_kv_02_a_then_b_then_a_again(model):
    first, _, again = (analysis.compare_cache(model.model, model.source_ids(text), 40) for text in (A, B, A))
    assert first == again
    broken = analysis.broken_run(model.model, model.source_ids(B), 40, "row", at=1)
    assert broken.intact_ids == analysis.compare_cache(model.model, model.source_ids(B), 40).cached_ids
    assert analysis.compare_cache(model.model, model.source_ids(A), 40) == first


def test_kv_02_at_the_limit_and_one_token_more(model):
    limit = model.model.config.max_len
    longest = ""
    while len(model.source_ids(f"{longest}a ")) < limit:
        longest += "a "
    assert len(model.source_ids(longest + "a")) <= limit
    found = analysis.compare_cache(model.model, model.source_ids(longest + "a"), 40)
    assert len(found.cached_ids) <= 40
    with pytest.raises(ValueError, match="reads at most"):
        model.source_ids("a " * 4 * limit)
    page = open_page("kv_cache", {"kv_text": "a " * 70})
    assert_sound(page)
    assert f"Used here: “{SENTENCE}”" in plain_text(page)


def test_the_rows_and_operations_are_those_of_the_formula(model):
    config = model.model.config
    for t in (1, 5, 12):
        lean, heavy = (analysis.step_cost(config, t, 9, cached=cached) for cached in (True, False))
        assert (lean.rows, heavy.rows) == (1, t)
        assert heavy.multiply_adds == counted(model.model, t, 9) // 2
    cells = analysis.causal_cells(5)
    assert (cells.total, cells.hidden, cells.new) == (25, 10, 5)


def counted(model, length: int, memory_length: int) -> int:
    """Operations of one uncached decode, counted by torch while it runs."""
    from torch.utils.flop_counter import FlopCounterMode

    memory = torch.zeros(1, memory_length, model.config.d_model)
    with evaluating(model), FlopCounterMode(display=False) as counter:
        model.decode(torch.ones(1, length, dtype=torch.long), memory)
    return counter.get_total_flops()


def test_the_clock_is_read_at_every_length_and_big_models_are_refused():
    times = analysis.step_times(lengths=(4, 32), runs=1)
    assert len(times.cached) == len(times.full) == len(times.speed_ups) == 2
    assert min(times.cached + times.full) > 0 and times.operations[1] > times.operations[0] > 1
    assert times.speed_ups[1] == times.full[1] / times.cached[1]
    with pytest.raises(ValueError, match="too many to time"):
        analysis.step_times(analysis.step_times.__defaults__[0], lengths=(512,) * 50)


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"cache_dtype": "float32"}, "24.00 MiB (25,165,824 bytes)"),
        ({"cache_model": "llama2-7b", "cache_length": "4096"}, "2,048.00 MiB (2,147,483,648 bytes), 512 KiB for each"),
        ({"cache_model": "llama3-8b"}, "128 KiB for each token"),
        (
            OWN | {"cache_layers": "32", "cache_width": "4096", "cache_heads": "32", "cache_kv_heads": "8"},
            "128 KiB for each token",
        ),
    ],
)  # fmt: skip
def test_kv_03_the_calculator_in_mebibytes(query, said):
    page = open_page("kv_cache", query)
    assert_sound(page)
    assert said in plain_text(page)
    assert " MB" not in plain_text(page)


def test_more_key_value_heads_than_heads_get_a_sentence():
    page = open_page("kv_cache", {"cache_model": "own", "cache_heads": "4", "cache_kv_heads": "64"})
    assert_sound(page)
    assert "64 does not divide 4" in plain_text(page)


def test_most_probable_tokens_are_those_of_the_softmax(model):
    logits = torch.tensor([0.0, 2.0, 2.0, -torch.inf])
    ids, shares = decoding.most_probable(logits, 3)
    assert ids == [1, 2, 0] and shares == pytest.approx(logits.softmax(-1)[ids].tolist())
    with pytest.raises(ValueError, match="at least 1"):
        decoding.most_probable(logits, 0)


def test_every_program_is_there(page):
    assert set(snippets(page)) == {"matrix", "cache", "broken", "memory"}
