import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.analysis import kv_cache_bytes
from core.analysis.counting import BYTES_PER_VALUE, CACHE_PRESETS, format_bytes
from core.transformer import PAPER_BASE, KVCache
from tests.evidence import holds


@holds(
    "kv_cache",
    says="Two vectors, a key and a value, for every token, in every layer, for every key–value head.",
    against="the bytes of the buffers of a real cache",
)
def test_the_formula_is_what_the_real_cache_takes():
    for batch, length in ((1, 512), (3, 20)):
        expected = KVCache(PAPER_BASE, batch, length).nbytes
        assert kv_cache_bytes(6, length, 512, 8, bytes_per_value=4, batch=batch) == expected


@holds(
    "kv_cache",
    says=(
        "Later models let several query heads share one pair (*grouped-query attention*), and the cache "
        "shrinks by as much."
    ),
    against="the formula with one pair for all heads, times the heads, for random sizes",
)
@given(st.integers(1, 9), st.integers(0, 99), st.integers(1, 9), st.integers(1, 9), st.integers(1, 9))
def test_every_factor_is_linear(layers, length, heads, d_k, batch):
    d_model = heads * d_k
    one = kv_cache_bytes(layers, length, d_model, heads, batch=batch)
    assert one == 2 * layers * length * d_model * 2 * batch
    assert kv_cache_bytes(layers, length, d_model, heads, kv_heads=1, batch=batch) * heads == one
    assert kv_cache_bytes(2 * layers, length, d_model, heads, batch=batch, bytes_per_value=4) == 4 * one


def test_presets_are_consistent_and_known():
    assert CACHE_PRESETS["llama2-7b"].cache_bytes(4096) == 2 * 1024**3
    assert CACHE_PRESETS["llama3-8b"].cache_bytes(8192) == 1024**3
    assert CACHE_PRESETS["gpt2"].cache_bytes(1024, bytes_per_value=4) == 72 * 1024**2
    for preset in CACHE_PRESETS.values():
        assert preset.cache_bytes(preset.context, max(BYTES_PER_VALUE.values()), batch=4) > 0 and preset.source


@pytest.mark.parametrize(
    "sizes", [(0, 1, 8, 2), (1, -1, 8, 2), (1, 1, 8, 3), (1, 1, 8, 4, 3), (1, 1, 8, 2, 2, 0), (1, 1, 8, 2, 2, 2, 0)]
)
def test_impossible_sizes_are_refused(sizes):
    with pytest.raises(ValueError, match=r"must be|does not divide"):
        kv_cache_bytes(*sizes)


@pytest.mark.parametrize(
    ("count", "text"),
    [(0, "0 bytes"), (1, "1 byte"), (1023, "1023 bytes"), (1024, "1 KiB"), (1536, "1.5 KiB"), (10 * 2**40, "10 TiB"),
     (1000 * 2**20, "1,000 MiB"), (100 * 2**20, "100 MiB")],
)  # fmt: skip
def test_bytes_in_words(count, text):
    assert format_bytes(count) == text
