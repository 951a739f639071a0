"""The page on causal masking: the mask and its weights, the leak test, and the cases that broke other tools."""

import math
from statistics import median

import numpy as np
import pytest

from core import training
from core.analysis import masking
from tests.evidence import holds
from tests.pages.driver import assert_sound, open_page, plain_text, snippets


def weights(app):
    return np.array(snippets(app)["snippet"][1])


def test_att_01_a_query_that_sees_nothing_is_named_and_gets_zeros():
    app = open_page("causal_mask", {"mask_cells": "2-0 2-1 2-2"})
    assert_sound(app)
    assert weights(app)[2].tolist() == [0, 0, 0, 0]
    assert "Query 2 sees nothing: its weights are all 0, and so is its output." in plain_text(app)
    other = weights(open_page("causal_mask"))
    assert np.array_equal(weights(app)[[0, 1, 3]], other[[0, 1, 3]])


@holds(
    "causal_mask",
    shows="the weights that stand on the page",
    against="rows of halves, thirds and quarters, by hand",
    within="1e-12",
)
def test_att_02_equal_scores_share_equally_over_what_is_visible():
    shares = weights(open_page("causal_mask", {"mask_scores": "equal"}))
    expected = [[1, 0, 0, 0], [0.5, 0.5, 0, 0], [1 / 3, 1 / 3, 1 / 3, 0], [0.25] * 4]
    np.testing.assert_allclose(shares, expected, atol=1e-12)


def test_att_02_counting_scores_of_two_tokens():
    shares = weights(open_page("causal_mask", {"mask_scores": "counting", "mask_length": "2"}))
    np.testing.assert_allclose(shares, [[1, 0], [0.268941, 0.731059]], atol=1e-6)


def test_att_02_changing_the_last_token_moves_no_earlier_output():
    app = open_page("causal_mask", {"leak_token": "3", "leak_layers": "3"})
    moved = np.array(snippets(app)["leaks"][1])
    assert (moved[:3, 3] == 0).all() and moved[3, 3] > 0
    assert "All earlier outputs are the same to the last bit." in plain_text(app)


def test_att_05_zeros_stand_above_the_diagonal_only_and_rows_add_up_to_one():
    shares = weights(open_page("causal_mask", {"mask_length": "12"}))
    assert (np.triu(shares, 1) == 0).all() and (shares[np.tril_indices(12)] > 0).all()
    np.testing.assert_allclose(shares.sum(1), 1, atol=1e-12)


def test_a_painted_leak_is_found_by_the_leak_test_and_by_teacher_forcing():
    app = open_page("causal_mask", {"mask_cells": "1-2"})
    text = plain_text(app)
    assert "The mask leaks: query 1 sees the later key 2." in text
    assert "It also moves 1, which should not know it" in text
    assert "They differ at 1, by up to" in text


def test_painting_with_the_buttons():
    app = open_page("causal_mask", {"mask_query": "0", "mask_key": "3"})
    button = next(b for b in app.button if b.label == "Show this cell")
    button.click().run()
    assert_sound(app)
    assert app.session_state["mask_cells"] == "0-3" and weights(app)[0, 3] > 0
    next(b for b in app.button if b.label == "Hide all of row 0").click().run()
    assert weights(app)[0].tolist() == [0, 0, 0, 0]
    next(b for b in app.button if b.label == "Clear the painting").click().run()
    assert app.session_state["mask_cells"] == "" and weights(app)[0].tolist() == [1, 0, 0, 0]


def test_strange_cells_are_named_and_the_rest_is_used():
    app = open_page("causal_mask", {"mask_cells": "0-3 <b>x 99-1"})
    assert_sound(app)
    assert "Not a cell, and left out: <b>x, 99-1." in plain_text(app)
    assert weights(app)[0, 3] > 0


@pytest.mark.parametrize("rule", ["peek", "all"])
def test_the_leaky_model_is_better_in_training_and_worse_in_writing(rule):
    trained, honest, legal = snippets(open_page("causal_mask", {"leak_rule": rule, "leak_seed": "2"}))["training"][1]
    assert trained < 0.3 < 1 < honest and legal < 0.75


@holds(
    "causal_mask",
    says="Training goes better than it should",
    against="the best loss that is possible without looking ahead",
    within="every one of twenty seeds",
)
@holds(
    "causal_mask",
    says="no model that predicts honestly can have a loss below ln 2 nats a letter",
    against="the causal models, on new sentences",
    within="every one of twenty seeds",
)
@holds(
    "causal_mask",
    says="over twenty of them it was always better in training and worse in writing",
    against="the causal model of the same seed",
    within="every one of twenty seeds",
)
@holds("causal_mask", says="its share of allowed steps had a median near one half", against="one half", within="0.1")
@pytest.mark.parametrize("rule", ["peek", "all"])
def test_what_the_page_says_of_a_leak_holds_over_twenty_seeds(rule):
    runs = [(training.train_with("causal", seed), training.train_with(rule, seed)) for seed in range(1, 21)]
    best = training.best_loss()
    assert all(leaky.trained_loss < best < honest.honest_loss < leaky.honest_loss for honest, leaky in runs)
    assert 0.4 < median(leaky.legal for _, leaky in runs) < 0.6
    assert min(honest.legal for honest, _ in runs) > max(0.95, training.guessed_legal())


@holds(
    "causal_mask",
    says="their denominator still holds the hidden scores",
    against="the sums of exponentials in plain Python",
    within="three digits",
)
def test_the_painted_row_says_what_zeroing_after_the_softmax_would_leave():
    result = masking.masked_softmax(masking.example_scores("random", 4), masking.painted_mask("causal", 4, []))
    scores = result.raw[1].tolist()
    left = sum(map(math.exp, scores[:2])) / sum(map(math.exp, scores))
    assert f"would add up to {left:.3f} and not to 1" in plain_text(open_page("causal_mask"))
    assert "Row 3 hides nothing" in plain_text(open_page("causal_mask", {"mask_query": "3"}))
