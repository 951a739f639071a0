"""The page on pre-norm: its diagram carries the numbers of the block, and the four runs end as it says."""

import pytest

from core.analysis.depth import flow, flow_config, flow_spread
from core.analysis.spread import SEEDS
from tests.evidence import holds
from tests.pages.driver import assert_sound, finish, open_page, plain_text, snippets


def block(place: str, norm: str = "layer", gain: str = "0") -> dict[str, str]:
    return {"block_vector": "1,2,3,4", "block_place": place, "block_norm": norm, "block_gain": gain}


@pytest.mark.parametrize(
    "place, out, said",
    [
        ("pre", [1, 2, 3, 4], "comes out as (1.00, 2.00, 3.00, 4.00). Only additions lie on the stream."),
        (
            "post",
            [-1.341635, -0.447212, 0.447212, 1.341635],
            "comes out as (−1.34, −0.45, 0.45, 1.34). Two norms lie on the stream.",
        ),
    ],
)
def test_ln_03_with_silent_sub_layers(place, out, said):
    app = open_page("pre_norm", block(place))
    assert_sound(app)
    assert snippets(app)["block"][1] == pytest.approx(out, abs=2e-5)
    assert said in plain_text(app) and f"{place}-norm, LayerNorm" in plain_text(app)


def test_the_gradient_figures_are_those_of_autograd():
    app = open_page("pre_norm", {"pre_norm_depth": "6", "block_norm": "layer", "block_activation": "relu"})
    pre, post = (flow(6, flow_config(place)) for place in ("pre", "post"))
    assert pre.gradient_at_input > 1.5 > post.gradient_at_input
    assert f"{pre.gradient_at_input:.2f} times as much with pre-norm" in plain_text(app)
    assert f"{post.gradient_at_input:.2f} times as much with post-norm" in plain_text(app)
    assert snippets(app)["gradient"][1] == pre.gradient


def test_what_arrives_is_said_of_twenty_seeds():
    said = plain_text(open_page("pre_norm"))
    spread = flow_spread((24,), flow_config("post", norm="rms", activation="swiglu"))
    assert f"and {spread.gradient_at_input.median[0]:.2f} times with post-norm." in said
    share = sum(ratio > 1 for (ratio,) in spread.by_seed) / SEEDS
    assert 0 < share < 1 and f"in {100 * share:.0f} % with post-norm" in said


def train(query: dict[str, str]):
    """Press the button and wait for the end of all four runs."""
    app = open_page("pre_norm", query)
    assert not any("no warm-up:" in text.value for text in app.text)
    next(button for button in app.button if button.key == "stack_train").click().run()
    finish(app)
    assert "The verdict looks at" in plain_text(app)
    return app


def test_warm_up_is_what_post_norm_needs_and_pre_norm_does_not():
    app = train({})
    assert_sound(app)
    rows = next(frame.value for frame in app.dataframe if "verdict" in frame.value).set_index("run")
    assert rows.loc["post, no warm-up", "verdict"] != "learned"
    assert rows.loc["post, warm-up 40", "verdict"] == "learned"
    assert rows.loc["pre, no warm-up", "verdict"] == rows.loc["pre, warm-up 40", "verdict"] == "learned"
    assert list(rows["steps"]) == [100] * 4


@holds(
    "pre_norm",
    shows="the program of the training gives its first curve",
    against="the curve on the page, the program run as the reader would run it",
    within="1e-6",
)
def test_the_program_of_the_experiment_gives_the_first_curve():
    app = train({"stack_depth": "1", "stack_steps": "50"})
    program, shown = snippets(app)["stack"]
    names: dict = {}
    exec(program, names)
    assert names["result"] == pytest.approx(shown)


def test_the_same_settings_cannot_be_trained_twice():
    app = train({"stack_depth": "1", "stack_steps": "50", "stack_seed": "5"})
    app.run()
    assert next(button for button in app.button if button.key == "stack_train").disabled
