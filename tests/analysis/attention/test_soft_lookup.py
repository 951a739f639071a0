"""Attention as a lookup: soft and hard answers, and where the one becomes the other."""

import math

import numpy as np
import pytest
import torch

from core.analysis.attention import lookup, polar, saturation_length, weights_by_length
from core.text import convex_hull
from tests.evidence import holds

KEYS = [[2.0, 0.8], [1.0, 2.2], [-1.6, 1.8], [1.6, -1.8]]
VALUES = [[2.0, 0.6], [0.8, 2.0], [-1.8, 1.0], [0.6, -1.8]]


def test_the_hard_answer_is_the_value_of_the_best_key_and_of_equals_the_first():
    found = lookup([[1.0, 0.0], [0.0, 0.0], [-1.0, 0.0], [0.0, -1.0]], KEYS, VALUES)
    assert found.best == (0, 0, 2, 3)
    assert found.hard.tolist() == [VALUES[0], VALUES[0], VALUES[2], VALUES[3]]


@holds(
    "lookup",
    says="one product holds the score of every pair",
    against="the product, the exponentials and their row sums by numpy",
    within="1e-12",
)
@holds(
    "lookup",
    shows="the weights and the answer to every query, divided and not",
    against="the formula worked out by numpy",
    within="1e-12",
)
@pytest.mark.parametrize("scaled", [True, False])
def test_weights_follow_the_formula(scaled):
    found = lookup(KEYS, KEYS, VALUES, scaled=scaled)
    dots = np.array(KEYS) @ np.array(KEYS).T
    e = np.exp(dots / (math.sqrt(2) if scaled else 1))
    np.testing.assert_allclose(found.weights, e / e.sum(-1, keepdims=True), rtol=1e-12)
    np.testing.assert_allclose(found.soft, (e / e.sum(-1, keepdims=True)) @ np.array(VALUES), rtol=1e-12)


def test_a_causal_lookup_sees_no_later_key():
    found = lookup(KEYS, KEYS, VALUES, causal=True)
    assert (found.weights.triu(1) == 0).all() and found.best[0] == 0
    assert found.soft[0].tolist() == VALUES[0]


@holds(
    "lookup",
    says="so it cannot leave the **hull**",
    against="the convex hull of values and answer, for queries all around",
    within="1e-6",
)
@holds(
    "lookup",
    says="its answer is always a mixture",
    against="the convex hull of values and answer, for queries all around",
    within="1e-6",
)
def test_the_soft_answer_stays_inside_the_hull_of_the_values():
    queries = [polar(angle, length) for angle in range(0, 360, 15) for length in (0.0, 1.0, 9.0)]
    for start in range(0, len(queries), 4):
        for answer in lookup(queries[start : start + 4], KEYS, VALUES).soft.tolist():
            corners = convex_hull([*VALUES, answer])
            outside = len(VALUES) in corners
            assert not outside or min(math.dist(answer, v) for v in VALUES) < 1e-6


@holds(
    "lookup",
    shows="the length at which the best key has 99 % of the weight",
    against="the weights of a query of that length",
    within="1e-9",
)
@pytest.mark.parametrize("scaled", [True, False])
def test_at_the_saturation_length_the_largest_weight_is_the_share(scaled):
    length = saturation_length([0.6, 0.8], KEYS, 0.99, scaled=scaled)
    assert weights_by_length([0.6, 0.8], [length], KEYS, scaled=scaled).max().item() == pytest.approx(0.99, abs=1e-9)
    assert length == pytest.approx(saturation_length([6.0, 8.0], KEYS, 0.99, scaled=scaled))


def test_two_keys_that_fit_equally_well_never_saturate():
    assert saturation_length([1.0, 0.0], [[1.0, 2.0], [1.0, -2.0]]) is None
    assert saturation_length([1.0, 0.0], [[1.0, 2.0]]) == pytest.approx(0.0, abs=1e-12)


@holds(
    "lookup",
    shows="the best key and the hard answer, under any mask",
    against="a search through the visible keys in plain Python",
)
@pytest.mark.parametrize("queries", range(1, 7))
@pytest.mark.parametrize("keys", range(1, 7))
def test_the_best_key_is_never_a_hidden_one(queries, keys):
    """With more queries than keys the first see nothing: no best key, and both answers are 0."""
    generator = torch.Generator().manual_seed(10 * queries + keys)
    q, k, v = (torch.randn(n, 2, generator=generator, dtype=torch.float64) for n in (queries, keys, keys))
    found = lookup(q, k, v, causal=True)
    for row, best in enumerate(found.best):
        seen = found.visible[row].nonzero()[:, 0].tolist()
        assert best == max(seen, key=lambda j: (float(q[row] @ k[j]), -j), default=None)
        assert torch.equal(found.hard[row], v[best] if seen else torch.zeros(2, dtype=torch.float64))
        assert bool(found.soft[row].any()) is bool(seen)
    assert sum(best is None for best in found.best) == max(0, queries - keys)


def test_without_a_direction_there_is_no_length():
    with pytest.raises(ValueError, match="direction"):
        saturation_length([0.0, 0.0], KEYS)


@holds(
    "lookup",
    says="At length zero every key that may be seen has the same weight",
    against="a quarter for each of four keys",
    within="1e-7",
)
def test_length_zero_gives_every_key_the_same():
    torch.testing.assert_close(weights_by_length([1.0, 0.0], [0.0], KEYS), torch.full((1, 4), 0.25).double())


@holds(
    "lookup",
    says="every key answers, and the better it fits, the more",
    against="the order of the dot products by numpy, all around the circle",
)
def test_every_key_answers_and_the_better_it_fits_the_more():
    queries = [polar(angle, 2.0) for angle in range(0, 360, 7)]
    for start in range(0, len(queries), 4):
        found = lookup(queries[start : start + 4], KEYS, VALUES)
        dots = np.array(queries[start : start + 4]) @ np.array(KEYS).T
        assert (found.weights > 0).all()
        assert found.weights.argsort(-1).tolist() == dots.argsort(-1).tolist()


@holds("lookup", says="Every token asks at the same time", against="each query on its own", within="1e-12")
def test_all_queries_at_once_are_the_queries_one_by_one():
    together = lookup(KEYS, KEYS, VALUES)
    for i, query in enumerate(KEYS):
        alone = lookup([query], KEYS, VALUES)
        torch.testing.assert_close(together.scores[i], alone.scores[0], rtol=0, atol=1e-12)
        torch.testing.assert_close(together.soft[i], alone.soft[0], rtol=0, atol=1e-12)


@holds(
    "lookup",
    says="move the query a little, and either nothing changes or the answer jumps",
    against="itself, a tenth of a degree further, all around the circle",
    within="each step 0, or more than 1",
)
@holds(
    "lookup",
    says="The soft one changes smoothly",
    against="itself, a tenth of a degree further, all around the circle",
    within="each step below 0.02",
)
def test_turned_a_little_the_hard_answer_stays_or_jumps_and_the_soft_one_follows():
    """A tenth of a degree at a time. The values lie more than 1 apart."""
    found = lookup([polar(tenth / 10, 2.0) for tenth in range(3601)], KEYS, VALUES)
    hard, soft = (answer.diff(dim=0).norm(dim=-1) for answer in (found.hard, found.soft))
    assert ((hard == 0) | (hard > 1)).all() and (hard > 1).sum() == len(KEYS)
    assert soft.max() < 0.02


@holds(
    "lookup",
    says="as the query grows, all weight moves to the best key, and the soft lookup turns into the hard one",
    against="the value of the best key alone, for queries all around",
    within="1e-9",
)
def test_a_longer_query_gives_the_best_key_more_and_in_the_end_all():
    for angle in range(0, 360, 7):
        weights = weights_by_length(polar(angle, 1), [0, 0.5, 1, 2, 4, 8, 16, 32, 1e5], KEYS)
        best = weights[:, int(weights[-1].argmax())]
        assert (best.diff() >= 0).all() and best[-1] == pytest.approx(1, abs=1e-12)
        found = lookup([polar(angle, 1e5)], KEYS, VALUES)
        torch.testing.assert_close(found.soft, found.hard, rtol=0, atol=1e-9)


@holds(
    "lookup",
    says="From there on a change of the query changes next to nothing",
    against="the derivative for shorter queries, by automatic differentiation",
    within="less than 6 % of the largest",
)
def test_from_99_percent_on_the_weights_hardly_change_with_the_query():
    """The norm of ∂w/∂q by autograd, against the largest on the way there."""
    keys = torch.tensor(KEYS, dtype=torch.float64)

    def change(query) -> float:
        weights = torch.autograd.functional.jacobian(lambda q: (keys @ q / math.sqrt(2)).softmax(0), query)
        return weights.norm().item()

    for angle in range(0, 360, 15):
        there = saturation_length(polar(angle, 1), KEYS, 0.99)
        before, after = (
            [change(torch.tensor(polar(angle, share * there), dtype=torch.float64)) for share in shares]
            for shares in ((0, 0.1, 0.2, 0.3, 0.5), (1, 1.5, 2, 4))
        )
        assert max(after) < 0.06 * max(before)
