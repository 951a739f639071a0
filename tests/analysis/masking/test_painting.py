"""Masks by rule and by paint, and the softmax under them."""

import pytest
import torch

from core.analysis.masking import example_scores, masked_softmax, painted_mask, read_cells, turn_over
from core.training import MASK_RULES, rule_mask
from core.transformer import causal_mask
from tests.evidence import holds


@holds(
    "causal_mask",
    says="**Window** shows each query the last three tokens",
    against="the number of keys that each query sees, by hand",
)
@holds("causal_mask", says="**peek** one token too many", against="the number of keys that each query sees, by hand")
def test_rules_are_what_they_say():
    assert torch.equal(rule_mask("causal", 5), causal_mask(5))
    assert rule_mask("window", 5).sum(-1).tolist() == [1, 2, 3, 3, 3]
    assert rule_mask("peek", 4).sum(-1).tolist() == [2, 3, 4, 4]
    assert rule_mask("all", 3).all()
    with pytest.raises(ValueError, match="causal, window, peek, all"):
        rule_mask("none", 3)


def test_painting_turns_a_cell_over_and_leaves_those_beyond_the_length():
    mask = painted_mask("causal", 4, [(0, 3), (2, 1), (9, 9)])
    assert mask[0, 3] and not mask[2, 1]
    assert (mask != causal_mask(4)).sum() == 2


def test_cells_are_read_once_and_strange_words_are_named():
    assert read_cells("2-3 0-0 2-3") == ([(0, 0), (2, 3)], [])
    assert read_cells("12-0 a-b 1-1-1 <b>") == ([], ["12-0", "a-b", "1-1-1", "<b>"])
    assert read_cells("٢-٣")[0] == []


def test_turning_a_cell_over_twice_gives_back_what_was():
    assert turn_over(turn_over("0-1", [(2, 3)]), [(2, 3)]) == "0-1"


@holds(
    "causal_mask",
    says="a hidden key gets no weight at all, not merely a small one",
    against="0, under every mask and for all scores of the page",
)
@pytest.mark.parametrize("rule", MASK_RULES)
@pytest.mark.parametrize("kind", ["random", "equal", "counting"])
def test_visible_rows_add_up_to_one_and_hidden_cells_are_exactly_zero(rule, kind):
    mask = painted_mask(rule, 12, [(3, k) for k in range(12) if rule_mask(rule, 12)[3, k]])
    result = masked_softmax(example_scores(kind, 12), mask)
    assert result.blind == (3,)
    sums = result.weights.sum(-1)
    assert sums[3] == 0 and torch.allclose(sums[torch.arange(12) != 3], torch.ones(11).double(), atol=1e-12)
    assert (result.weights[~mask] == 0).all() and not result.weights.isnan().any()


@holds("lookup", says="$M$ is zero where a key may be seen", against="torch's softmax of scores plus M", within="1e-12")
@holds(
    "causal_mask",
    says="it is added to the scores before the softmax",
    against="torch's softmax of scores plus M",
    within="1e-12",
)
def test_weights_are_the_softmax_of_scores_plus_mask():
    scores, mask = example_scores("random", 6), rule_mask("peek", 6)
    result = masked_softmax(scores, mask)
    torch.testing.assert_close(result.weights, torch.softmax(scores + result.additive, -1), rtol=1e-12, atol=1e-15)
    torch.testing.assert_close(result.weights, (scores + result.additive).exp() / result.totals[:, None])
    assert result.ahead == tuple((i, i + 1) for i in range(5))


@holds("causal_mask", says="scores are 1, 2, 3, … row by row", against="the numbers 1 to 9")
def test_counting_scores_count_row_by_row():
    assert example_scores("counting", 3).tolist() == [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
