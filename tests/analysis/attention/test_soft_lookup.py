"""Attention as a lookup: soft and hard answers, and where the one becomes the other."""

import math

import numpy as np
import pytest
import torch

from core.analysis.attention import lookup, polar, saturation_length, weights_by_length
from core.text import convex_hull

KEYS = [[2.0, 0.8], [1.0, 2.2], [-1.6, 1.8], [1.6, -1.8]]
VALUES = [[2.0, 0.6], [0.8, 2.0], [-1.8, 1.0], [0.6, -1.8]]


def test_the_hard_answer_is_the_value_of_the_best_key_and_of_equals_the_first():
    found = lookup([[1.0, 0.0], [0.0, 0.0], [-1.0, 0.0], [0.0, -1.0]], KEYS, VALUES)
    assert found.best == (0, 0, 2, 3)
    assert found.hard.tolist() == [VALUES[0], VALUES[0], VALUES[2], VALUES[3]]


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


def test_the_soft_answer_stays_inside_the_hull_of_the_values():
    queries = [polar(angle, length) for angle in range(0, 360, 15) for length in (0.0, 1.0, 9.0)]
    for start in range(0, len(queries), 4):
        for answer in lookup(queries[start : start + 4], KEYS, VALUES).soft.tolist():
            corners = convex_hull([*VALUES, answer])
            outside = len(VALUES) in corners
            assert not outside or min(math.dist(answer, v) for v in VALUES) < 1e-6


@pytest.mark.parametrize("scaled", [True, False])
def test_at_the_saturation_length_the_largest_weight_is_the_share(scaled):
    length = saturation_length([0.6, 0.8], KEYS, 0.99, scaled=scaled)
    assert weights_by_length([0.6, 0.8], [length], KEYS, scaled=scaled).max().item() == pytest.approx(0.99, abs=1e-9)
    assert length == pytest.approx(saturation_length([6.0, 8.0], KEYS, 0.99, scaled=scaled))


def test_two_keys_that_fit_equally_well_never_saturate():
    assert saturation_length([1.0, 0.0], [[1.0, 2.0], [1.0, -2.0]]) is None
    assert saturation_length([1.0, 0.0], [[1.0, 2.0]]) == pytest.approx(0.0, abs=1e-12)


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


def test_length_zero_gives_every_key_the_same():
    torch.testing.assert_close(weights_by_length([1.0, 0.0], [0.0], KEYS), torch.full((1, 4), 0.25).double())
