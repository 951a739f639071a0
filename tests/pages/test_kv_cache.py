"""The page on the KV cache: same tokens, other costs; what its bugs do; what a cache weighs."""

import pytest

from core import analysis
from core.models import translator
from tests.evidence import holds
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


def test_kv_02_at_the_limit_and_one_token_more(model):
    limit = model.model.config.max_len
    longest = ""
    while len(model.source_ids(f"{longest}a ")) < limit:
        longest += "a "
    assert len(model.source_ids(longest + "a")) <= limit
    found = analysis.caching.compare_cache(model.model, model.source_ids(longest + "a"), 40)
    assert len(found.cached_ids) <= 40
    with pytest.raises(ValueError, match="reads at most"):
        model.source_ids("a " * 4 * limit)
    page = open_page("kv_cache", {"kv_text": "a " * 70})
    assert_sound(page)
    assert f"Used here: “{SENTENCE}”" in plain_text(page)


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


def test_every_program_is_there(page):
    assert set(snippets(page)) == {"matrix", "cache", "broken", "memory"}


@holds("kv_cache", says="The tokens must be the same.", against="the tokens without a cache")
@holds(
    "kv_cache",
    says="The logits differ in the last digits, since sums are taken in another order.",
    against="the logits without a cache",
    within="1e-5",
)
def test_kv_01_same_tokens_and_logits_with_and_without_cache(model, page):
    found = analysis.caching.compare_cache(model.model, model.source_ids(SENTENCE), 12)
    assert found.same and max(found.differences) < 1e-5 and len(found.differences) == len(found.cached_ids)
    whole = analysis.caching.compare_cache(model.model, model.source_ids(SENTENCE), 40)
    assert f"instead of {sum(cost.rows for cost in whole.full)}" in plain_text(page)
    assert "The same tokens both ways" in plain_text(page)


def test_both_counts_are_named(model, page):
    found = analysis.caching.compare_cache(model.model, model.source_ids(SENTENCE), 40)
    said = plain_text(page)
    assert f"instead of {found.multiply_adds[1]:,}, 7.5 times as many" in said
    for count, times in zip(found.thrifty_multiply_adds, ("5.1", "4.2"), strict=True):
        assert f"{count:,}, {times} times" in said


def test_the_clock_is_read_on_demand():
    assert "kv_runs" not in open_page("kv_cache").session_state
    page = open_page("kv_cache", {"kv_clock": "true"})
    assert_sound(page)
    assert "ms without and" in plain_text(page)
