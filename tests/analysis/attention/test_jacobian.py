import math

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from core.analysis import softmax_jacobian
from core.analysis.attention import head_gradients, jacobian_check, saturation_curve, saturation_point, softmax_row
from core.decoding import entropy
from core.transformer import attention
from tests.evidence import holds

scores = st.lists(st.floats(-30, 30), min_size=1, max_size=8)


@holds("saturation", says="Every row and every column adds up to zero", against="0, for random scores", within="1e-12")
@holds(
    "saturation",
    shows="one half is the most that the norm can be",
    against="the norm for random scores",
    within="1e-12",
)
@given(scores)
def test_symmetric_rows_sum_to_zero_and_norm_at_most_half(values):
    jacobian = softmax_jacobian(values)
    assert torch.equal(jacobian, jacobian.T)
    assert jacobian.sum(-1).abs().max() < 1e-12
    assert torch.linalg.eigvalsh(jacobian).min() > -1e-12
    assert jacobian.norm() <= 0.5 + 1e-12


@holds(
    "saturation",
    says="The softmax has one for every pair",
    against="automatic differentiation, and finite differences, for random scores",
    within="1e-12, and 1e-8",
)
@given(scores)
def test_formula_autograd_and_differences_agree(values):
    check = jacobian_check(values)
    assert check.autograd_error < 1e-12
    assert check.finite_difference_error < 1e-8
    assert check.formula.shape == (len(values), len(values))


def test_a_batch_of_rows():
    rows = torch.randn(3, 4, 5)
    assert torch.allclose(softmax_jacobian(rows)[2, 1], softmax_jacobian(rows[2, 1]))


def test_hidden_scores_have_no_derivative():
    jacobian = softmax_jacobian([1.0, -math.inf, 2.0])
    assert jacobian[1].eq(0).all() and jacobian[:, 1].eq(0).all()
    assert torch.allclose(jacobian[::2, ::2], softmax_jacobian([1.0, 2.0]))
    assert softmax_jacobian([-math.inf, -math.inf]).eq(0).all()
    row = softmax_row([1.0, -math.inf, 2.0])
    assert row.weights[1] == 0 and math.isfinite(row.entropy)


@pytest.mark.parametrize("bad", [[], [math.nan], [1.0, math.inf]])
def test_what_is_not_a_row_of_scores_is_refused(bad):
    with pytest.raises(ValueError, match=r"softmax needs|score is"):
        softmax_jacobian(bad)


def test_a_larger_scale_saturates_the_row():
    rows = [softmax_row([1.0, 0.0, -1.0], scale) for scale in (0.0, 1.0, 4.0, 40.0)]
    assert rows[0].entropy == pytest.approx(math.log(3))
    assert [r.entropy for r in rows] == sorted((r.entropy for r in rows), reverse=True)
    assert [r.largest for r in rows] == sorted(r.largest for r in rows)
    assert rows[-1].norm < 1e-12 and rows[1].norm > 0.2


def test_entropy_of_certainty_and_of_a_coin():
    assert entropy(torch.tensor([[1.0, 0.0], [0.5, 0.5]])).tolist() == pytest.approx([0, math.log(2)])


@holds(
    "saturation",
    says=r"without the division it is $\sqrt{d_k}$ times larger",
    against="the chain rule by hand, from the Jacobian to query and key, divided and not",
    within="1e-12",
)
def test_head_gradients_are_those_of_the_formula():
    q, k, v, cotangent = (torch.randn(n, 6, dtype=torch.float64) for n in (3, 4, 4, 3))
    for scaled in (True, False):
        head, (by_score, by_query, by_key) = head_gradients(q, k, v, cotangent, scaled)
        factor = 6**-0.5 if scaled else 1.0
        assert torch.allclose(head.scores, factor * q @ k.T)
        expected = torch.einsum("qij,qj->qi", softmax_jacobian(head.scores.detach()), cotangent @ v.T)
        for found, by_hand in (
            (by_score, expected),
            (by_query, factor * expected @ k),
            (by_key, factor * expected.T @ q),
        ):
            torch.testing.assert_close(found, by_hand, rtol=0, atol=1e-12)
    assert torch.equal(head_gradients(q, k, v, cotangent)[0].out, attention(q, k, v).out)


@holds(
    "saturation", says="with the same draw for both", against="each other at d_k = 1, where the division divides by one"
)
def test_without_the_scale_the_head_saturates_as_d_k_grows():
    points = {(p.d_k, p.scaled): p for p in saturation_curve([1, 16, 256])}
    same = ("largest_weight", "entropy", "jacobian_norm", "score_gradient", "query_gradient")
    assert all(getattr(points[1, True], name) == getattr(points[1, False], name) for name in same)
    scaled, unscaled = points[256, True], points[256, False]
    assert scaled.largest_weight < 0.4 < 0.9 < unscaled.largest_weight
    assert unscaled.entropy < 0.3 < 2 < scaled.entropy < math.log(16)
    assert unscaled.jacobian_norm < scaled.jacobian_norm / 3
    assert unscaled.score_gradient < scaled.score_gradient / 3
    # the division itself takes a factor √d_k from ∂q, so on average ∂q does not fall; for the median query it does
    assert unscaled.query_gradient > scaled.query_gradient
    assert unscaled.typical_query_gradient < scaled.typical_query_gradient / 3


def test_the_same_seed_gives_the_same_point():
    assert saturation_point(8, True, seed=3) == saturation_point(8, True, seed=3) != saturation_point(8, True, seed=4)


@holds(
    "saturation",
    says="so all entries fade together",
    against="what the largest weight leaves, for random scores: no entry is larger",
    within="1e-12",
)
@given(scores)
def test_no_derivative_is_larger_than_what_the_largest_weight_leaves(values):
    """|p_j (δ_jm − p_m)| ≤ 1 − max p: where one weight is near 1, all entries are near 0."""
    left = 1 - torch.tensor(values, dtype=torch.float64).softmax(0).max()
    assert softmax_jacobian(values).abs().max() <= left + 1e-12


@holds("saturation", says="At zero all weights are equal", against="one over the number of scores")
@holds(
    "saturation",
    says="the entropy falls and the largest weight goes to one, and in the end nothing is left of the Jacobian",
    against="entropy and softmax by numpy at 41 factors, for three lists of scores",
    within="1e-8",
)
@pytest.mark.parametrize("values", [(2.0, 1.0, 0.0, -1.0), (3.0, -5.0), (1.0, 0.5, -3.0, -3.0, -3.0, -3.0)])
def test_with_the_factor_the_entropy_falls_the_largest_weight_rises_and_no_jacobian_is_left(values):
    """Of the last scores the Jacobian grows first, while only two of the six weights are left."""
    entropies, largest = [], []
    for factor in range(41):
        p = np.exp(factor * np.array(values) - factor * max(values))
        p /= p.sum()
        row = softmax_row(values, factor)
        entropies.append(row.entropy)
        largest.append(row.largest)
        assert row.entropy == pytest.approx(-(p[p > 0] * np.log(p[p > 0])).sum(), abs=1e-9)
        assert row.largest == pytest.approx(p.max(), abs=1e-12)
    assert entropies == sorted(entropies, reverse=True) and largest == sorted(largest)
    assert largest[0] == 1 / len(values) and largest[-1] == pytest.approx(1, abs=1e-8) and row.norm < 1e-8
