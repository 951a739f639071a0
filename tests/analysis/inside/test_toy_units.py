"""The toy feed-forward layer: exact zeros where the activation has them, and the same weights every time."""

import pytest

from core.analysis.inside import activate, firing_shares, toy_layer


def test_ffn_01_exact_zeros_of_relu_and_gelu():
    values = [-2, -1, 0, 1, 2, 3]
    relu, gelu = activate(values, "relu"), activate(values, "gelu")
    assert sum(v == 0 for v in relu) == 3 and sum(v == 0 for v in gelu) == 1
    assert gelu == pytest.approx([-0.0455, -0.158655, 0, 0.841345, 1.9545, 2.99595], abs=1e-5)
    assert gelu[1] != pytest.approx(-0.158808, abs=1e-5)  # the tanh form


def test_no_relu_unit_fires_without_input_and_more_fire_with_more():
    firing, zeros = firing_shares([0.0, 0.7, 1.4, 4.0], "relu")
    assert firing[0] == 0 and zeros[0] == 1 and firing == sorted(firing) and firing[-1] < 0.6
    assert [a + b for a, b in zip(firing, zeros, strict=True)] == pytest.approx([1] * 4)


def test_gelu_has_no_exact_zeros_and_the_same_units_above_zero():
    relu, gelu = toy_layer(1.4, "relu"), toy_layer(1.4, "gelu")
    assert gelu.zeros == 0 and gelu.firing == relu.firing


def test_one_unit_by_hand():
    layer = toy_layer(1.4, "swiglu")
    import math

    gate = layer.pre[5] / (1 + math.exp(-layer.pre[5]))
    assert layer.hidden[5] == pytest.approx(gate * layer.weights[5] * 1.4)
    assert layer.out == pytest.approx(sum(v * h for v, h in zip(layer.out_weights, layer.hidden, strict=True)))


def test_the_first_units_are_the_same_in_a_smaller_layer():
    assert toy_layer(1.4, units=13).hidden == toy_layer(1.4).hidden[:13]


def test_what_cannot_be_is_refused():
    with pytest.raises(ValueError, match="activation='tanh' is unknown"):
        toy_layer(1.0, "tanh")
    with pytest.raises(ValueError, match="units"):
        toy_layer(1.0, units=0)
