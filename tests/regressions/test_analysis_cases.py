import pytest

from core.analysis import kv_cache_bytes, layer_flops, parameter_count
from core.analysis.counting import (
    CACHE_PRESETS,
    attention_exceeds_ffn,
    counted_flops,
    format_bytes,
    scores_exceed_ffn,
    scores_exceed_linear,
)
from core.analysis.sinusoids import wavelengths
from core.transformer import ModelConfig, Transformer
from tests.evidence import holds


@pytest.mark.parametrize(("t", "attention", "linear"), [(5, 100, 120), (6, 144, 144), (7, 196, 168)])
def test_flp_01_attention_against_linear_at_width_one(t, attention, linear):
    flops = layer_flops(t, 1)
    assert (flops.attention, flops.linear) == (attention, linear)
    assert (flops.attention > flops.linear) == (t >= scores_exceed_linear(1).first_above)


def test_flp_01_equal_at_3072_for_512():
    at, above, below = (layer_flops(t, 512) for t in (3072, 3073, 3071))
    assert at.attention == at.linear == 19_327_352_832
    assert above.attention > above.linear and below.attention < below.linear
    assert scores_exceed_linear(512).length == 3072
    assert scores_exceed_ffn(512).length == 4 * 512
    assert attention_exceeds_ffn(512).length == 2 * 512


def test_flp_02_every_figure_of_one_layer():
    flops = layer_flops(512, 512)
    assert flops.projections == 1_073_741_824
    assert flops.attention == 536_870_912
    assert flops.ffn == 2_147_483_648
    assert flops.total == 3_758_096_384
    assert flops.multiply_adds == 1_879_048_192
    assert layer_flops(512, 512, causal=True).attention == 268_959_744
    assert layer_flops(1024, 512).total == 8_589_934_592
    assert counted_flops(ModelConfig(), 512).total == 3_758_096_384


def test_blu_02_parameters_of_the_blueprint():
    config = ModelConfig(attention_bias=True)
    count = parameter_count(config)
    assert count.encoder_layer.total == 3_152_384
    assert count.decoder_layer.total == 4_204_032
    assert count.encoder_layer.feed_forward == 2_099_712
    assert count.stacks == 44_138_496
    assert count.total == 63_082_496
    assert count.positions == 0
    assert parameter_count(ModelConfig(attention_bias=True, tie_embeddings=False)).total == 100_970_496
    assert parameter_count(config, biases=False, norms=False).total == 62_984_192
    assert sum(p.numel() for p in Transformer(config).parameters()) == 63_082_496


@holds("kv_cache", shows="the bytes of the cache of known models", against="figures worked out by hand")
def test_kv_03_bytes_of_the_cache():
    assert kv_cache_bytes(6, 1024, 512, 8, bytes_per_value=4) == 25_165_824
    assert kv_cache_bytes(32, 1, 4096, 32) == 524_288
    assert kv_cache_bytes(32, 4096, 4096, 32) == 2 * 1024**3
    assert kv_cache_bytes(32, 1, 4096, 32, kv_heads=8) == 131_072
    assert CACHE_PRESETS["llama3-8b"].cache_bytes(1) == 131_072


def test_kv_03_mib_is_not_mb():
    assert format_bytes(25_165_824) == "24 MiB"
    assert format_bytes(524_288) == "512 KiB"
    assert format_bytes(2 * 1024**3) == "2 GiB"
    assert "MB" not in format_bytes(25_000_000) and format_bytes(25_000_000) == "23.84 MiB"


@holds(
    "positions",
    says=r"It is often said that they end at $10000 \cdot 2\pi$; that is the limit, which the last pair would reach "
    "only if $2i$ were 512. It is 510.",
    against="the formula at 2i = 510: 60,611.477",
    within="0.001",
)
def test_pe_04_the_last_wavelength_is_below_its_limit():
    ends = wavelengths(512)
    assert ends[0] == pytest.approx(6.283185, abs=1e-6)
    assert ends[-1] == pytest.approx(60611.477, abs=1e-3)
