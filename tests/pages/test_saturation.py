"""The page on softmax saturation."""

import numpy as np
import pytest

from core.analysis.attention import gradient_spread
from tests.evidence import holds
from tests.pages.driver import assert_sound, open_page, plain_text, snippets


def jacobian(app):
    return np.array(snippets(app)["jacobian"][1])


@holds(
    "saturation",
    shows="the Jacobian that stands on the page",
    against="the case of two scores, worked out by hand",
    within="1e-12",
)
def test_the_jacobian_is_that_of_the_scores_times_the_factor():
    app = open_page("saturation", {"jacobian_scores": "1,0", "score_factor": "2"})
    p = 1 / (1 + np.exp(-2.0))
    np.testing.assert_allclose(jacobian(app), p * (1 - p) * np.array([[1, -1], [-1, 1]]), atol=1e-12)


def test_rows_and_columns_add_up_to_zero():
    cells = jacobian(open_page("saturation", {"jacobian_scores": "3,1,-2,0,0.5"}))
    np.testing.assert_allclose(cells.sum(0), 0, atol=1e-15)
    np.testing.assert_allclose(cells, cells.T, atol=1e-15)


@holds(
    "saturation",
    says="when one score wins, all of them go to zero",
    against="0, at ten times the scores of the page",
    within="1e-4",
)
@holds(
    "saturation",
    says="keep half the weight each, and the Jacobian stays",
    against="−1/4 and a norm of 1/2, at two scores of 200",
    within="1e-6",
)
def test_a_large_factor_leaves_nothing_and_a_tie_leaves_half():
    assert np.abs(jacobian(open_page("saturation", {"score_factor": "10"}))).max() < 1e-4
    tie = open_page("saturation", {"jacobian_scores": "20,20,-20", "score_factor": "10"})
    assert_sound(tie)
    assert jacobian(tie)[0, 1] == pytest.approx(-0.25)
    assert "The norm of the whole is 0.5000" in plain_text(tie)


@holds(
    "saturation", says="The same derivative in three ways", against="each other, as the page shows them", within="1e-9"
)
def test_the_three_ways_agree():
    app = open_page("saturation")
    app.session_state["saturation_jacobian_checks"] = True  # open the toggle
    app.run()
    table = next(frame.value for frame in app.dataframe if "way" in frame.value.columns)
    values = table.iloc[:, 1].astype(float)
    assert values.max() - values.min() < 1e-9
    assert float(table["largest difference"][1]) < 1e-15 and float(table["largest difference"][2]) < 1e-8


def test_without_the_division_the_jacobian_and_the_typical_gradient_fade():
    shown = snippets(open_page("saturation", {"saturation_width": "1024"}))
    divided, not_divided = shown["widths"][1]
    assert not_divided < divided / 2
    (typical, mean, _), (typical_not, mean_not, key_not) = shown["gradients"][1]
    assert typical_not < typical / 100
    assert mean_not > mean and key_not > 1  # but not the mean: a few queries get a lot


def test_what_is_said_of_the_gradient_does_not_hang_on_one_seed():
    said = plain_text(open_page("saturation"))
    assert "seed 0, the gradient of the query in the middle is 0.2726 when divided, 0.4187 when not." in said
    spread = gradient_spread([128], ["typical_query_gradient"])["typical_query_gradient"]
    divided, not_divided = spread.divided.median[0], spread.not_divided.median[0]
    assert f"Over 20 seeds the medians are {divided:.4f} and {not_divided:.4f}" in said
    assert not_divided < divided < 0.4187  # the first seed is no typical one


def test_the_division_keeps_the_jacobian_alike_for_all_head_sizes():
    norms = [snippets(open_page("saturation", {"saturation_width": w}))["widths"][1][0] for w in ("16", "256", "1024")]
    assert max(norms) / min(norms) < 1.1
