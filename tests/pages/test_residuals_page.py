"""The page on residuals and norms: what it says of signal and gradient is measured, and the norm is exact."""

from statistics import median

import pytest

from core.analysis.depth import flow, flow_config
from core.analysis.spread import SEEDS
from tests.evidence import holds
from tests.pages.driver import assert_sound, open_page, plain_text, snippets


def norm_link(vector: str, step: str = "normalised") -> dict[str, str]:
    return {"norm_vector": vector, "norm_step": step}


@holds(
    "residuals",
    shows="the norm of six vectors, constant and single ones among them",
    against="values worked out by hand",
    within="1e-5",
)
@pytest.mark.parametrize(
    "vector, normed",
    [
        ("1,0,0,0", [1.732005, -0.577335, -0.577335, -0.577335]),
        ("1,2,3,4", [-1.341635, -0.447212, 0.447212, 1.341635]),
        ("10000,10001,10002,10003", [-1.341635, -0.447212, 0.447212, 1.341635]),
        ("5,5,5,5", [0, 0, 0, 0]),
        ("0,0,0,0", [0, 0, 0, 0]),
        ("7", [0]),
    ],
)
def test_ln_01_and_ln_02(vector, normed):
    app = open_page("residuals", norm_link(vector))
    assert_sound(app)
    assert snippets(app)["norm"][1] == pytest.approx(normed, abs=1e-5)
    assert ("All components are equal" in plain_text(app)) == (set(normed) == {0})


def test_with_norms_cutting_the_skips_ruins_the_signal_and_not_the_gradient():
    app = open_page("residuals", {"residual_depth": "24"})
    cut = flow(24, flow_config("post"), skip=False)
    assert cut.similarity[-1] > 0.999 and abs(cut.cosine[-1]) < 0.05 and cut.gradient_at_input > 0.05
    said = plain_text(app)
    assert f"{cut.gradient_at_input:.2f} without." in said and "the sameness is 1.000 with the skips and 1.000" in said


def test_only_without_norms_does_the_gradient_vanish():
    app = open_page("residuals", {"residual_depth": "24", "residual_norm": "none"})
    gradient = flow(24, flow_config("post"), skip=False, norms=False).gradient_at_input
    assert gradient < 1e-5
    assert f"{gradient:.1e} without" in plain_text(app)


@holds(
    "residuals",
    says="These are the measured cosines of fresh layers, the medians of twenty seeds",
    against="twenty stacks computed one by one, and their median",
    within="1e-9",
)
@holds(
    "residuals",
    says="How much of the input is left after each of six layers?",
    against="twenty stacks computed one by one, and their median",
    within="1e-9",
)
def test_six_layers_show_the_medians_of_measured_cosines():
    app = open_page("residuals")
    app.session_state["residual_six_data"] = True  # open the toggle
    app.run()
    rows = next(frame.value for frame in app.dataframe if "pre-norm, skips" in frame.value)
    for name, options in {"pre-norm, skips": {"config": flow_config("pre")}, "post-norm, cut": {"skip": False}}.items():
        each = [flow(6, seed=seed, **options).cosine for seed in range(SEEDS)]
        assert list(rows[name].astype(float)) == pytest.approx(list(map(median, zip(*each, strict=True))), abs=1e-9)


@holds(
    "residuals",
    says="each depth is drawn with twenty seeds, at a gain of 1",
    against="twenty stacks computed one by one, and their median",
    within="two decimals",
)
def test_what_is_said_of_the_gradient_is_said_of_twenty_seeds():
    said = plain_text(open_page("residuals", {"residual_seed": "7"}))
    kept, cut = ([flow(24, skip=skip, seed=s).gradient_at_input for s in range(SEEDS)] for skip in (True, False))
    share = sum(b > a for a, b in zip(kept, cut, strict=True)) / SEEDS
    assert f"in the median of 20 seeds, {median(kept):.2f} of the gradient with the skips and {median(cut):.2f}" in said
    assert f"it gets more without them in {100 * share:.0f} % of the seeds" in said


def test_a_seed_is_another_draw():
    one, other = (snippets(open_page("residuals", {"residual_seed": seed}))["flow"][1] for seed in ("0", "1"))
    assert other == flow(6, skip=False, seed=1).gradient != one


def test_gain_zero_has_nothing_to_say_without_skips_and_does_not_break():
    for norm in ("post", "pre", "none"):
        app = open_page("residuals", {"residual_gain": "0", "residual_norm": norm})
        assert_sound(app)
    assert "nothing without" in plain_text(app)


def test_the_last_readout_of_the_stream_is_what_the_translator_says():
    app = open_page("residuals", {"stream_text": "Tom is here."})
    assert_sound(app)
    app.session_state["stream_words_guesses_here"] = True  # open the toggle
    app.run()
    rows = next(frame.value for frame in app.dataframe if "1st guess" in frame.value)
    assert list(rows["after"]) == ["embedding", "layer 1", "layer 2", "layer 3"]
    assert rows["cosine to the final state"].iloc[-1] == "1.000"
    assert any("It says: " in text.value for text in app.text)


@pytest.mark.parametrize("text", ["", "   ", "x" * 120, "<img src=x onerror=alert(1)>"])
def test_what_cannot_be_translated_gets_a_sentence(text):
    app = open_page("residuals", {"stream_text": text})
    assert_sound(app)
    assert not any(text in block.value for block in app.markdown if len(text) > 3)


def test_a_gradient_that_explodes_is_said_and_breaks_nothing():
    app = open_page("residuals", {"residual_depth": "48", "residual_norm": "none", "residual_gain": "4"})
    assert_sound(app)
    assert "The input receives more than 1.8e+308, the largest number of 64 bits, of the gradient" in plain_text(app)
