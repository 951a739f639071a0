"""The description of a model: what it refuses, and in which words."""

from dataclasses import FrozenInstanceError

import pytest

from core.transformer import MICRO, PAPER_BASE, PAPER_BIG, ModelConfig, divisors
from tests.evidence import holds


@pytest.mark.parametrize(
    ("changes", "value", "allowed"),
    [
        ({"n_heads": 7}, "n_heads=7 does not divide d_model=512", "1, 2, 4, 8, 16, 32, 64, 128, 256, 512"),
        ({"d_model": 10, "n_heads": 4}, "n_heads=4 does not divide d_model=10", "[1, 2, 5, 10]"),
        ({"d_model": 0}, "d_model=0", "at least 1"),
        ({"n_heads": -1}, "n_heads=-1", "at least 1"),
        ({"d_ff": 2.5}, "d_ff=2.5", "whole number"),
        ({"n_layers": True}, "n_layers=True", "whole number"),
        ({"vocab_size": "8"}, "vocab_size='8'", "whole number"),
        ({"max_len": None}, "max_len=None", "whole number"),
        ({"head_size": 0}, "head_size=0", "at least 1"),
        ({"norm_place": "middle"}, "norm_place='middle'", "post, pre"),
        ({"norm": "batch"}, "norm='batch'", "layer, rms"),
        ({"activation": "tanh"}, "activation='tanh'", "relu, gelu, swiglu"),
        ({"positions": "rotary"}, "positions='rotary'", "sinusoidal, learned"),
        ({"dropout": 1.0}, "dropout=1.0", "below 1"),
        ({"dropout": -0.1}, "dropout=-0.1", "at least 0"),
        ({"dropout": float("nan")}, "dropout=nan", "at least 0 and below 1"),
        ({"norm_eps": 0.0}, "norm_eps=0.0", "above 0"),
        ({"norm_eps": float("nan")}, "norm_eps=nan", "above 0"),
        ({"pad_id": 37_000}, "pad_id=37000", "0 … 36999"),
        ({"bos_id": -1}, "bos_id=-1", "0 … 36999"),
        ({"eos_id": 99, "vocab_size": 50}, "eos_id=99", "0 … 49"),
    ],
)
def test_a_wrong_value_is_named_with_what_is_allowed(changes, value, allowed):
    with pytest.raises(ValueError) as error:
        ModelConfig(**changes)
    assert value in str(error.value) and allowed in str(error.value)


def test_head_size_frees_the_width_from_the_number_of_heads():
    assert ModelConfig(d_model=10, n_heads=4, head_size=6).d_k == 6
    assert ModelConfig(d_model=512, n_heads=8).d_k == 64


def test_a_config_cannot_be_changed_and_is_a_key():
    with pytest.raises(FrozenInstanceError):
        PAPER_BASE.d_model = 4
    assert {ModelConfig(): 1}[PAPER_BASE] == 1


@holds(
    "architecture",
    says="The paper's base model has 6 layers in each tower, the width 512, 8 heads of 64, 2,048 hidden units",
    against="Table 3 of the paper",
)
@holds(
    "feed_forward",
    says=(
        "It widens the vector from 512 numbers to 2,048, passes each of them through an **activation** "
        "function, and narrows it again to 512."
    ),
    against="Table 3 of the paper",
)
@holds(
    "embeddings", says="The paper's embeddings have 512 numbers, and the same problem.", against="Table 3 of the paper"
)
def test_the_presets_are_table_3():
    base = (PAPER_BASE.d_model, PAPER_BASE.n_heads, PAPER_BASE.d_k, PAPER_BASE.d_ff, PAPER_BASE.n_layers)
    big = (PAPER_BIG.d_model, PAPER_BIG.n_heads, PAPER_BIG.d_k, PAPER_BIG.d_ff, PAPER_BIG.n_layers)
    assert base == (512, 8, 64, 2048, 6) and big == (1024, 16, 64, 4096, 6)
    assert (PAPER_BASE.dropout, PAPER_BIG.dropout) == (0.1, 0.3)
    assert (PAPER_BASE.norm_place, PAPER_BASE.norm, PAPER_BASE.activation) == ("post", "layer", "relu")
    assert (MICRO.n_layers, MICRO.n_heads, MICRO.vocab_size, MICRO.dropout) == (2, 2, 8, 0.0)


@pytest.mark.parametrize("n", [1, 2, 7, 12, 97, 512])
def test_divisors_divide_and_none_is_missing(n):
    assert divisors(n) == [k for k in range(1, n + 1) if n // k * k == n]
    assert divisors(n)[0] == 1 and divisors(n)[-1] == n
