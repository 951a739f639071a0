"""The toy feed-forward layer: exact zeros where the activation has them, and the same weights every time."""

import math

import pytest

from core.analysis.inside import TOY_ACTIVATIONS, activate, firing_shares, outputs_in_words, toy_layer, toy_outputs
from tests.evidence import holds


def test_ffn_01_exact_zeros_of_relu_and_gelu():
    values = [-2, -1, 0, 1, 2, 3]
    relu, gelu = activate(values, "relu"), activate(values, "gelu")
    assert sum(v == 0 for v in relu) == 3 and sum(v == 0 for v in gelu) == 1
    assert gelu == pytest.approx([-0.0455, -0.158655, 0, 0.841345, 1.9545, 2.99595], abs=1e-5)
    assert gelu[1] != pytest.approx(-0.158808, abs=1e-5)  # the tanh form


@holds(
    "feed_forward",
    says=("Turn the input up, and more units pass their threshold. With ReLU a unit below it gives exactly nothing."),
    against="the shares at four inputs: they rise, and with the zeros they make all units",
)
def test_no_relu_unit_fires_without_input_and_more_fire_with_more():
    firing, zeros = firing_shares([0.0, 0.7, 1.4, 4.0], "relu")
    assert firing[0] == 0 and zeros[0] == 1 and firing == sorted(firing) and firing[-1] < 0.6
    assert [a + b for a, b in zip(firing, zeros, strict=True)] == pytest.approx([1] * 4)


def test_gelu_has_no_exact_zeros_and_the_same_units_above_zero():
    relu, gelu = toy_layer(1.4, "relu"), toy_layer(1.4, "gelu")
    assert gelu.zeros == 0 and gelu.firing == relu.firing


@holds(
    "feed_forward",
    shows="a unit of the layer that is drawn, and its output",
    against="the formula with the numbers in",
    within="1e-6",
)
def test_one_unit_by_hand():
    layer = toy_layer(1.4, "swiglu")
    gate = layer.pre[5] / (1 + math.exp(-layer.pre[5]))
    assert layer.hidden[5] == pytest.approx(gate * layer.weights[5] * 1.4)
    assert layer.out == pytest.approx(sum(v * h for v, h in zip(layer.out_weights, layer.hidden, strict=True)))


@holds("feed_forward", says="the first 13 are drawn", against="a layer of 13 units")
def test_the_first_units_are_the_same_in_a_smaller_layer():
    assert toy_layer(1.4, units=13).hidden == toy_layer(1.4).hidden[:13]


@holds(
    "feed_forward",
    says="2,048 **units** with fixed random weights and slightly negative biases",
    against="the layer at input 0, where the bias alone is left: between −1 and 0",
    within="",
)
def test_the_units_are_2048_with_slightly_negative_biases_the_same_every_time():
    biases = toy_layer(0.0, "none").pre  # with no input only the bias is left
    assert len(biases) == 2048 and min(biases) > -1 and max(biases) < 0
    assert toy_layer(1.4) == toy_layer(1.4)


def test_what_cannot_be_is_refused():
    with pytest.raises(ValueError, match="activation='tanh' is unknown"):
        toy_layer(1.0, "tanh")
    with pytest.raises(ValueError, match="units"):
        toy_layer(1.0, units=0)


@pytest.mark.parametrize("z", [-10.0, -9.0, -8.5, -1.0, -1e-300, 1e-3, 9.0])
def test_gelu_is_zero_where_the_formula_is_and_nowhere_else(z):
    (gelu,) = activate([z], "gelu")
    assert gelu != 0 and gelu == pytest.approx(z * math.erfc(-z / math.sqrt(2)) / 2, rel=1e-12)
    assert activate([0.0], "gelu") == [0.0]


@holds(
    "feed_forward",
    says="so nothing is exactly zero; the number of units above zero is the same",
    against="the count with ReLU, at three inputs, with the weights of twenty seeds",
)
@holds(
    "feed_forward",
    says="about half of its units are above zero as soon as there is an input",
    against="one half, at three inputs, with the weights of twenty seeds",
    within="5 percentage points",
)
@pytest.mark.parametrize("seed", range(20))
def test_what_the_page_says_of_the_toy_layer_holds_for_other_weights(seed):
    for x in (0.5, 1.4, 4.0):
        relu, gelu, swiglu = (toy_layer(x, activation, seed=seed) for activation in ("relu", "gelu", "swiglu"))
        assert gelu.firing == relu.firing and gelu.zeros == 0
        assert 0.45 < swiglu.firing / len(swiglu.hidden) < 0.55
    assert toy_layer(0.0, seed=seed).firing == 0


@holds(
    "feed_forward",
    says="the two layers can do no more than one: a line through a line is a line",
    against="one slope, the sum of the products of the weights",
    within="1e-6",
)
def test_without_an_activation_two_layers_are_one():
    inputs = [i / 10 for i in range(-40, 41)]
    for activation in TOY_ACTIVATIONS:
        said = outputs_in_words(inputs, toy_outputs(inputs, activation), activation)
        assert ("two linear layers are no more than one" in said) == (activation == "none")
    layer = toy_layer(1.4, "none")
    slope = sum(v * w for v, w in zip(layer.out_weights, layer.weights, strict=True))
    assert toy_layer(2.4, "none").out - layer.out == pytest.approx(slope)
