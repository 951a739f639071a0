"""The page on FLOPs: the counts of the known cases, the crossovers, and torch's own count."""

import pytest

from tests.evidence import holds
from tests.pages.driver import assert_sound, finish, link, open_page, plain_text, snippets


def lines(app) -> dict:
    rows = next(frame.value for frame in app.dataframe if "with the numbers" in frame.value)
    return dict(zip(rows["product"], rows["FLOPs"], strict=True))


@pytest.mark.parametrize(
    "width, length, attention, linear, word",
    [
        (1, 5, 100, 120, "less than"),
        (1, 6, 144, 144, "equal to"),
        (1, 7, 196, 168, "more than"),
        (512, 3071, 19_314_771_968, 19_321_061_376, "less than"),
        (512, 3072, 19_327_352_832, 19_327_352_832, "equal to"),
        (512, 3073, 19_339_937_792, 19_333_644_288, "more than"),
    ],
)
def test_flp_01_scores_and_mixing_against_all_linear_layers(width, length, attention, linear, word):
    app = open_page("flops", {"flops_width": str(width), "flops_length": str(length), "flops_heads": "1"})
    assert_sound(app)
    assert f"Scores and mixing ({attention:,}) are {word} all linear layers ({linear:,})." in plain_text(app)


@holds(
    "flops",
    shows="the counts of the paper's base model, as they stand on the page",
    against="the figures worked out by hand",
)
def test_flp_02_the_base_model_at_512_tokens():
    app = open_page("flops", {"flops_width": "512", "flops_length": "512", "flops_heads": "8"})
    found = lines(app)
    assert found["queries, keys, values"] + found["output W_O"] == 1_073_741_824
    assert found["scores QKᵀ"] + found["mixing PV"] == 536_870_912
    assert found["feed-forward"] == 2_147_483_648
    assert "3,758,096,384 FLOPs in all" in plain_text(app)
    assert "torch counts 3,758,096,384 FLOPs in 8 products; the formula says 3,758,096,384: equal" in plain_text(app)


def test_flp_02_causal_attention_counts_the_pairs_that_are_left():
    query = {"flops_width": "512", "flops_length": "512", "flops_heads": "8", "flops_causal": "true"}
    found = lines(open_page("flops", query))
    assert found["scores QKᵀ"] + found["mixing PV"] == 268_959_744


def test_the_often_quoted_85_percent_is_of_all_linear_layers():
    app = open_page("flops")
    said = plain_text(app) + " ".join(block.value for block in app.markdown)
    assert "Feed-forward network 57.1 %, all linear layers 85.7 %, scores and mixing 14.3 %." in said
    assert "**85.7 %** in *all* linear layers" in said and "**57.1 %**" in said


def test_the_three_crossovers_are_named():
    said = plain_text(open_page("flops", {"flops_width": "512", "flops_heads": "8"}))
    assert "1: the attention sub-layer exceeds the FFN above T = 1,024." in said
    assert "2: scores and mixing exceed the FFN above T = 2,048." in said
    assert "3: scores and mixing exceed all linear layers above T = 3,072." in said


def test_cached_decoding_counts_one_token():
    query = {"flops_width": "64", "flops_length": "1000", "flops_heads": "4", "flops_cached": "true"}
    app = open_page("flops", query)
    assert f"{24 * 64**2 + 4 * 1000 * 64:,} FLOPs in all" in plain_text(app)
    assert "whole layer on all T tokens" in plain_text(app)


def test_swiglu_has_a_third_matrix_in_formula_and_count():
    query = {"flops_width": "512", "flops_length": "64", "flops_heads": "8", "flops_activation": "swiglu"}
    app = open_page("flops", query | {"flops_ratio": "8/3"})
    assert lines(app)["feed-forward"] == 2 * 3 * 64 * 512 * 1365
    shown = snippets(app)
    assert shown["counter"][1] == shown["snippet"][1]


def test_measuring_runs_in_the_background_and_shows_times():
    app = open_page("flops", {"flops_width": "8", "flops_length": "16", "flops_heads": "2"})
    next(button for button in app.button if button.key == "flops_measure").click().run()
    assert "billion FLOPs a second" in plain_text(finish(app))


def test_a_crossover_button_moves_the_length_and_the_link():
    app = open_page("flops")
    button = next(b for b in app.button if b.label == "Go to T = 24,576")
    button.click().run()
    assert_sound(app)
    assert "24576" in link(app)
    scores = next(flops for product, flops in lines(app).items() if product.startswith("scores"))
    assert scores == 2 * 24_576**2 * 4096, "the counts above the button follow it"
