import pytest

from core.analysis import layer_flops
from core.analysis.counting import at_steady_rate, crossovers, hidden_width, share_curve, time_over_length, timed_config
from core.transformer import ModelConfig
from tests.evidence import holds


@holds(
    "flops",
    says="The shares of the total, for this $d$, over the length of the text",
    against="one, and the counts of the layer at each length",
    within="1e-6",
)
def test_shares_sum_to_one_and_are_those_of_the_layer():
    curve = share_curve(16, 5000, 512, causal=True, activation="swiglu")
    assert curve.lengths[0] == 16 and curve.lengths[-1] == 5000 and curve.lengths == sorted(set(curve.lengths))
    for t, ffn, projections, attention in zip(
        curve.lengths, curve.ffn, curve.projections, curve.attention, strict=True
    ):
        assert ffn + projections + attention == pytest.approx(1)
        assert attention == layer_flops(t, 512, causal=True, activation="swiglu").attention_share


def test_a_cached_token_has_the_shares_of_a_whole_text_without_mask():
    whole, cached = share_curve(1, 4096, 64), share_curve(1, 4096, 64, cached=True)
    assert whole.ffn == pytest.approx(cached.ffn) and whole.attention == pytest.approx(cached.attention)
    assert cached.flops[-1].total == 24 * 64**2 + 4 * 4096 * 64


def test_the_curves_cross_where_the_crossovers_say():
    for crossing, larger in zip(crossovers(512), ("sub-layer", "ffn", "linear"), strict=True):
        at = layer_flops(int(crossing.length), 512)
        other = {"sub-layer": at.ffn - at.projections, "ffn": at.ffn, "linear": at.linear}[larger]
        assert at.attention == other


def test_ratios_are_read_exactly():
    assert hidden_width(512, "4") == 2048 and hidden_width(1, "1") == 1 and hidden_width(512, "8/3") == 1365


def test_what_is_too_wide_to_time_keeps_its_proportions():
    config = timed_config(4096, 11008, 32, "swiglu")
    assert (config.d_model, config.d_ff, config.n_heads, config.activation) == (512, 1376, 8, "swiglu")
    same = timed_config(12, 24, 6)
    assert (same.d_model, same.d_ff, same.n_heads) == (12, 24, 6)
    assert timed_config(64, 64, 64).n_heads == 16


@holds(
    "flops",
    says="that of the longest text for all lengths",
    against="the ratio of the FLOPs at two lengths",
    within="1e-6",
)
def test_times_come_length_by_length():
    runs = list(time_over_length(timed_config(8, 16, 2), (4, 8), runs=2))
    assert [length for length, _ in runs] == [4, 8]
    assert all(len(time.runs) == 2 and time.seconds > 0 for _, time in runs)
    assert runs[1][1].flops == layer_flops(8, 8, 16).total
    slow, last = at_steady_rate([time for _, time in runs])
    assert last == pytest.approx(runs[1][1].seconds) and slow / last == pytest.approx(
        runs[0][1].flops / runs[1][1].flops
    )


def test_a_length_that_is_too_large_is_refused_before_the_first_is_timed():
    with pytest.raises(ValueError, match="too many to time"):
        time_over_length(ModelConfig(d_model=64, n_heads=4, d_ff=256), lengths=(16, 8192))
    with pytest.raises(ValueError, match="length=0"):
        time_over_length(ModelConfig(d_model=64, n_heads=4, d_ff=256), lengths=(16, 0))
