"""torch's FlopCounterMode on the real layer, whose attention is not fused (a fused kernel counts 0 on the CPU)."""

import pytest
import torch
from torch.utils.flop_counter import FlopCounterMode

from core.analysis import layer_flops
from core.analysis.caching import step_cost
from core.analysis.counting import config_flops, counted_flops, cross_attention_flops, measured_time
from core.analysis.inside import sentence_flops
from core.transformer import DecoderLayer, EncoderLayer, KVCache, ModelConfig, Transformer
from tests.evidence import holds

PINS = {(64, 64): 7_340_032, (128, 512): 838_860_800, (384, 64): 2 * 37_748_736}


def count(function, *args, **kwargs) -> int:
    with torch.no_grad(), FlopCounterMode(display=False) as counter:
        function(*args, **kwargs)
    return counter.get_total_flops()


@holds("flops", says="many multiply-adds, two FLOPs each", against="torch's FlopCounterMode on a real layer")
@holds(
    "flops",
    says="every matrix product that it starts is counted by torch's own rules",
    against="torch's FlopCounterMode on a real layer",
)
@holds("flops", shows="the FLOPs of a whole layer", against="torch's FlopCounterMode on a real layer, at three sizes")
@pytest.mark.parametrize(("length", "d_model"), PINS)
def test_encoder_layer(length, d_model):
    config = ModelConfig(d_model=d_model, n_heads=8, d_ff=4 * d_model)
    total = count(EncoderLayer(config).eval(), torch.randn(1, length, d_model))
    assert total == PINS[length, d_model] == layer_flops(length, d_model).total == counted_flops(config, length).total


@holds(
    "flops",
    says="an ordinary one computes all and hides half",
    against="torch's FlopCounterMode on a real layer, with the mask and without",
)
def test_swiglu_layer_and_a_causal_mask_that_saves_nothing():
    config = ModelConfig(d_model=24, n_heads=3, d_ff=40, activation="swiglu", norm="rms", norm_place="pre")
    x, mask = torch.randn(1, 10, 24), torch.ones(10, 10, dtype=torch.bool).tril()
    expected = layer_flops(10, 24, 40, activation="swiglu").total
    assert count(EncoderLayer(config).eval(), x, mask) == count(EncoderLayer(config).eval(), x) == expected


def test_decoder_layer_with_the_memory_projected_or_cached():
    config = ModelConfig(d_model=24, n_heads=3, d_ff=96)
    layer, x, memory = DecoderLayer(config).eval(), torch.randn(1, 6, 24), torch.randn(1, 9, 24)

    def whole():
        return layer(x, layer.cross_attn.keys_values(memory))

    assert count(whole) == layer_flops(6, 24, memory_length=9).total
    pair = layer.cross_attn.keys_values(memory)
    assert count(layer, x, pair) == layer_flops(6, 24, memory_length=9, memory_cached=True).total
    assert count(layer.cross_attn, x, memory) == cross_attention_flops(6, 9, 24).total


@holds("kv_cache", shows="the operations of one cached token", against="torch's FlopCounterMode on the real layer")
@holds(
    "flops",
    shows="the FLOPs of one cached token",
    against="torch's FlopCounterMode on a real decoder layer with its cache",
)
def test_one_cached_token():
    config = ModelConfig(d_model=24, n_heads=3, d_ff=96, n_layers=1)
    layer, cache = DecoderLayer(config).eval(), KVCache(config, batch=1, max_len=8)
    pair = layer.cross_attn.keys_values(torch.randn(1, 5, 24))
    with torch.no_grad():
        layer(torch.randn(1, 7, 24), pair, cache=cache)
    cache.length = 7
    expected = layer_flops(1, 24, context=8, memory_length=5, memory_cached=True)
    assert count(layer, torch.randn(1, 1, 24), pair, cache=cache) == expected.total


HEADS = [
    {"n_heads": 4, "head_size": 8},
    {"n_heads": 3, "head_size": 5},
    {"n_heads": 2, "head_size": 48},
    {"n_heads": 8},
]


@pytest.mark.parametrize("activation", ["relu", "swiglu"])
@pytest.mark.parametrize("heads", HEADS, ids=str)
def test_heads_of_a_size_of_their_own_count_in_every_formula_that_takes_a_config(heads, activation):
    """d 64, h 4, d_k 8 were counted as if the heads were 16 wide: 7,340,032 where torch counts 5,767,168."""
    config = ModelConfig(
        d_model=64, d_ff=256, n_layers=2, vocab_size=31, max_len=16, dropout=0.0, activation=activation, **heads
    )  # fmt: skip
    layer, model = EncoderLayer(config).eval(), Transformer(config).eval()
    total = count(layer, torch.randn(1, 9, 64))
    assert total == config_flops(config, 9).total == counted_flops(config, 9).total == measured_time(config, 9, 1).flops
    assert counted_flops(config, 9).by_line == config_flops(config, 9)
    source, target = torch.ones(1, 7, dtype=torch.long), torch.ones(1, 5, dtype=torch.long)
    assert count(model, source, target) == sum(sentence_flops(config, 7, 5).values())
    with torch.no_grad():
        memory, cache = model.encode(source), KVCache(config, 1)
        for t in range(1, 6):
            cached = count(model.decode, target[:, :1], memory, cache=cache)
            assert cached == 2 * step_cost(config, t, 7, cached=True).multiply_adds
            whole = count(model.decode, target[:, :t], memory)
            assert whole == 2 * step_cost(config, t, 7, cached=False).multiply_adds


def test_the_number_that_was_wrong():
    assert config_flops(ModelConfig(d_model=64, n_heads=4, head_size=8, d_ff=256), 64).total == 5_767_168
    assert layer_flops(64, 64, 256, n_heads=4).total == 7_340_032
    assert layer_flops(64, 63, 256, n_heads=4, head_size=8).total, "heads of their own size need not divide the width"
