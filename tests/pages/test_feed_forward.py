"""The feed-forward page: counts, exact zeros, memory and shares are those of core."""

import pytest

from core.analysis.inside import toy_layer
from tests.pages.driver import assert_sound, open_page, plain_text, snippets


@pytest.mark.parametrize(("activation", "x"), [("relu", "1.4"), ("gelu", "1.4"), ("swiglu", "2.5"), ("relu", "0")])
def test_active_units_and_exact_zeros_of_the_toy_layer(activation, x):
    app = open_page("feed_forward", {"ffn_activation": activation, "magnitude": x})
    layer = toy_layer(float(x), activation)
    assert [one.value for one in app.metric][:2] == [
        f"{layer.firing:,} of 2,048", f"{100 * layer.zeros / 2048:.1f} %"
    ]  # fmt: skip
    assert snippets(app)["snippet"][1] == [layer.firing, layer.zeros]


def test_ffn_01_three_of_six_zeros_with_relu_one_with_gelu():
    said = plain_text(open_page("feed_forward"))
    assert "Of 6 outputs, 3 are exactly zero with ReLU (50 %) and 1 with GELU (17 %), which is zero at 0 alone." in said
    shown = "\n".join(block.value for block in open_page("feed_forward").markdown)
    assert "the exact form, not the approximation by tanh" in shown.replace("\n", " ")


def test_gelu_is_zero_at_zero_alone_however_small_its_outputs_are():
    said = plain_text(open_page("feed_forward", {"pre_activations": "-10,-9,0,1"}))
    assert "3 are exactly zero with ReLU (75 %) and 1 with GELU (25 %)" in said


def test_one_token_alone_moves_in_the_network():
    said = plain_text(open_page("feed_forward", {"one_token_changes": "true"}))
    assert "With a zero in the place of “Ich”, 1 of 8 outputs of the feed-forward network moves" in said


def test_the_two_thirds_hold_for_one_encoder_layer_only():
    said = plain_text(open_page("feed_forward"))
    assert "have 66.7 % of an encoder layer, 50.0 % of a decoder layer, 57.1 % of all layers and 40.0 %" in said
    untied = plain_text(open_page("feed_forward", {"ffn_shared": "false"}))
    assert "57.1 % of all layers and 25.0 % of the whole model" in untied


def test_the_unit_of_the_example_waits_for_ich_and_adds_to_verbs_that_can_follow():
    said = plain_text(open_page("feed_forward"))
    assert "The translator's German: Ich gehe jeden Tag zur Schule." in said
    assert "most for “Ich” in" in said and "points most to “·gehe”" in said


@pytest.mark.parametrize("stack", ["encoder", "decoder"])
def test_the_memory_of_both_stacks(stack):
    app = open_page("feed_forward", {"memory_stack": stack, "memory_layer": "1", "memory_token": "3"})
    assert_sound(app)
    said = plain_text(app)
    assert f"units in {stack} layer 1 fire" in said and "The value vector of unit" in said
    assert ("so take this as a hint" in said) and "Firing once counts as alive." in said


@pytest.mark.parametrize("text", ["", "a " * 60, "<b>x", "👍🏽"])
def test_any_sentence_is_answered(text):
    app = open_page("feed_forward", {"memory_text": text})
    assert_sound(app)
    assert "The translator's German:" in plain_text(app)
    if len(text) != 4:
        assert ("Used here:" in plain_text(app)) == (text != "👍🏽")
