import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.analysis import layer_flops
from core.analysis.counting import (
    attention_exceeds_ffn,
    counted_flops,
    cross_attention_flops,
    crossovers,
    measured_time,
    scores_exceed_ffn,
    scores_exceed_linear,
)
from core.transformer import ModelConfig
from tests.evidence import holds

sizes = st.integers(1, 300)
activations = st.sampled_from(["relu", "gelu", "swiglu"])


@holds("flops", says="its cost grows with the square of the text", against="4T²d, for random sizes")
@holds(
    "flops",
    says="Everything else in a layer treats each token by itself and grows in proportion",
    against="24Td², for random sizes",
)
@given(sizes, sizes)
def test_the_sum_is_24td2_plus_4t2d(t, d):
    flops = layer_flops(t, d)
    assert flops.total == 24 * t * d**2 + 4 * t**2 * d
    assert flops.linear == 24 * t * d**2 and flops.attention == 4 * t**2 * d
    assert flops.total == flops.qkv + flops.scores + flops.mix + flops.output + flops.ffn
    assert 2 * flops.multiply_adds == flops.total


@holds(
    "flops",
    says="A causal mask makes half of the pairs useless",
    against="the pairs that are left, T(T + 1)/2 of T², for random sizes",
)
@given(sizes, sizes)
def test_causal_counts_the_triangle_exactly(t, d):
    causal = layer_flops(t, d, causal=True)
    assert causal.attention == 4 * d * (t * (t + 1) // 2)
    assert causal.linear == layer_flops(t, d).linear


@holds(
    "flops",
    says="a step computes one token, which looks back at $T$",
    against="the causal layer on the whole text, which costs what all steps cost together",
)
@given(sizes, sizes)
def test_cached_tokens_one_by_one_cost_what_the_causal_layer_costs_at_once(t, d):
    t = min(t, 40)
    steps = [layer_flops(1, d, context=context) for context in range(1, t + 1)]
    assert all(step.total == 24 * d**2 + 4 * context * d for context, step in enumerate(steps, 1))
    assert sum(step.total for step in steps) == layer_flops(t, d, causal=True).total


@given(st.integers(1, 60), st.integers(0, 60), st.integers(1, 20))
def test_a_causal_chunk_after_a_cached_past(t, past, d):
    whole, before = (layer_flops(n, d, causal=True).attention if n else 0 for n in (past + t, past))
    assert layer_flops(t, d, context=past + t, causal=True).attention == whole - before


def test_swiglu_has_three_matrices():
    assert layer_flops(10, 8, 20, activation="swiglu").ffn == 3 * 2 * 10 * 8 * 20


def test_fewer_key_value_heads_shrink_only_the_projections():
    full, grouped = layer_flops(10, 64, n_heads=8), layer_flops(10, 64, n_heads=8, kv_heads=2)
    assert full == layer_flops(10, 64)
    assert grouped.qkv == 2 * 10 * 64 * (64 + 2 * 16)
    assert (grouped.attention, grouped.output, grouped.ffn) == (full.attention, full.output, full.ffn)


def test_a_decoder_layer_adds_cross_attention_to_the_lines():
    t, s, d = 7, 11, 16
    cross = cross_attention_flops(t, s, d)
    assert cross.total == 4 * t * d**2 + 4 * s * d**2 + 4 * t * s * d
    assert cross_attention_flops(t, s, d, cached=True).total == 4 * t * d**2 + 4 * t * s * d
    both = layer_flops(t, d, memory_length=s)
    assert both == layer_flops(t, d) + cross
    assert layer_flops(t, d, memory_length=s, memory_cached=True).total == both.total - 4 * s * d**2


@holds(
    "flops",
    says="in *all* linear layers, Q, K, V and O among them",
    against="6/7, 4/7 and 1/7, the shares worked out by hand",
    within="1e-6",
)
def test_shares_at_the_essays_example():
    flops = layer_flops(4096, 4096)
    assert flops.linear_share == pytest.approx(6 / 7)  # 85.7 %: all linear layers, not the FFN
    assert flops.ffn_share == pytest.approx(4 / 7)  # 57.1 %
    assert flops.attention_share == pytest.approx(1 / 7)


@holds(
    "flops",
    says='"Attention dominates" can mean three things, and they happen at three different lengths',
    against="2d, 4d and 6d at two widths",
)
@holds(
    "flops", says="For $d_{ff} = 4d$ and no mask these are $2d$, $4d$ and $6d$", against="2d, 4d and 6d at two widths"
)
def test_the_three_crossovers_are_2d_4d_6d():
    assert [point.length for point in crossovers(4096)] == [8192, 16384, 24576]
    assert [point.first_above for point in crossovers(512)] == [1025, 2049, 3073]
    assert len({point.name for point in crossovers(512)}) == 3


@holds(
    "flops",
    shows="the lengths at which attention overtakes",
    against="the costs one token before and one after, for random widths and kinds of layer",
)
@given(st.integers(1, 60), st.integers(1, 400), activations, st.booleans())
def test_each_crossover_is_where_the_costs_cross(d, d_ff, activation, causal):
    options = {"activation": activation, "causal": causal}
    lines = {
        scores_exceed_linear: lambda f: (f.attention, f.linear),
        scores_exceed_ffn: lambda f: (f.attention, f.ffn),
        attention_exceeds_ffn: lambda f: (f.attention + f.projections, f.ffn),
    }
    for function, pick in lines.items():
        point = function(d, d_ff, **options)
        growing, other = pick(layer_flops(point.first_above, d, d_ff, **options))
        assert growing > other
        if point.first_above > 1:
            growing, other = pick(layer_flops(point.first_above - 1, d, d_ff, **options))
            assert growing <= other
            assert (growing == other) == (point.length == point.first_above - 1)


@pytest.mark.parametrize(
    "call",
    [
        lambda: layer_flops(0, 8), lambda: layer_flops(4, 0), lambda: layer_flops(4, 8, 0), lambda: layer_flops(4, 8.0),
        lambda: layer_flops(4, 8, context=3), lambda: layer_flops(4, 8, activation="tanh"),
        lambda: layer_flops(4, 8, n_heads=3), lambda: layer_flops(4, 8, n_heads=4, kv_heads=3),
        lambda: layer_flops(4, 8, memory_length=0), lambda: scores_exceed_ffn(0),
        lambda: counted_flops(ModelConfig(), 0),
    ],
)  # fmt: skip
def test_impossible_sizes_are_refused(call):
    with pytest.raises(ValueError, match=r"must|allowed|divide"):
        call()


@holds(
    "flops",
    says="But the heads do not appear in any line",
    against="the products of layers of one, three and four heads as they run, by torch's rules",
)
@holds(
    "flops",
    shows="the FLOPs of each of the five products",
    against="the products of a real layer as they run, by torch's rules",
)
@pytest.mark.parametrize("activation", ["relu", "gelu", "swiglu"])
@pytest.mark.parametrize(("t", "d", "heads", "d_ff"), [(1, 8, 1, 8), (9, 24, 3, 50), (64, 64, 4, 256)])
def test_the_formula_is_the_count_of_the_real_layer_line_by_line(activation, t, d, heads, d_ff):
    config = ModelConfig(d_model=d, n_heads=heads, d_ff=d_ff, activation=activation, attention_bias=t == 9)
    counted = counted_flops(config, t)
    assert counted.by_line == layer_flops(t, d, d_ff, activation=activation)
    assert counted.total == counted.by_line.total


@holds(
    "flops",
    says="which is why any size can be counted",
    against="a layer of 4,096 on 24,576 tokens, where both costs are equal",
)
def test_a_size_that_fits_no_memory_is_counted_all_the_same():
    counted = counted_flops(ModelConfig(d_model=4096, n_heads=32, d_ff=16384), 24_576)
    assert counted.by_line.attention == counted.by_line.linear  # T = 6d
    assert counted.products[3].shapes == ((32, 24576, 128), (32, 128, 24576))


def test_measured_time_is_positive_and_tied_to_the_count():
    time = measured_time(ModelConfig(d_model=32, n_heads=2, d_ff=64), 16, runs=3)
    assert len(time.runs) == 3 and time.seconds in time.runs and time.seconds > 0
    assert time.flops == layer_flops(16, 32, 64).total
    assert time.flops_per_second == time.flops / time.seconds


@pytest.mark.parametrize("sizes", [(64, 4, 256, 8192), (4096, 32, 16384, 8)])
def test_what_is_too_large_to_time_is_refused(sizes):
    d, heads, d_ff, length = sizes
    with pytest.raises(ValueError, match="too many to time"):
        measured_time(ModelConfig(d_model=d, n_heads=heads, d_ff=d_ff), length)


@holds(
    "flops",
    says="Norms, softmax and additions are small beside the products and are not counted",
    against="the names of the operators that are counted: products alone",
)
def test_what_is_counted_are_matrix_products_and_neither_softmax_nor_norms():
    counted = counted_flops(ModelConfig(d_model=8, n_heads=2, d_ff=16), 5)
    assert len(counted.products) == 8 and {one.operator for one in counted.products} <= {"mm", "addmm", "bmm"}
