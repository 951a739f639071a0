"""The sampling rules, stage by stage."""

import math
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from core.decoding import (
    draw,
    draw_counts,
    effective_choices,
    entropy_bits,
    filter_logits,
    most_probable,
    temperature_sweep,
)
from tests.evidence import holds

LOGITS = st.lists(st.floats(-30, 30), min_size=1, max_size=9)
RULES = (st.floats(0, 3), st.one_of(st.none(), st.integers(0, 12)), st.one_of(st.none(), st.floats(0, 1)))


def of(probabilities):
    """Logits whose softmax is this distribution."""
    return [math.log(p) for p in probabilities]


@given(LOGITS, *RULES)
@settings(max_examples=150, deadline=None)
def test_every_stage_is_a_distribution_and_only_ever_cuts(logits, t, k, p):
    stages = filter_logits(logits, t, k, p)
    for stage in (stages.raw, stages.tempered, stages.top_k, stages.top_p):
        assert stage.dtype == torch.float64 and (stage >= 0).all()
        assert stage.sum().item() == pytest.approx(1.0, abs=1e-12)
    assert ((stages.tempered > 0) | (stages.top_k == 0)).all()
    assert ((stages.top_k > 0) | (stages.top_p == 0)).all()
    best = int(np.argmax(logits))
    assert stages.top_p[best] > 0


@holds(
    "sampling",
    says="The order of the candidates never changes, whatever $T$ is.",
    against="the order of random logits, pair by pair",
)
@given(LOGITS, st.floats(0.05, 3))
@settings(max_examples=60, deadline=None)
def test_temperature_never_changes_the_order(logits, t):
    tempered = filter_logits(logits, t).tempered.tolist()
    for a, one in zip(logits, tempered, strict=True):
        for b, other in zip(logits, tempered, strict=True):
            assert a <= b or one >= other


@holds(
    "sampling",
    shows="the shares of the eight words at T = 0.8",
    against="those that the essay prints",
    within="one decimal of a percentage",
)
def test_the_essay_example_is_reproduced():
    tempered = filter_logits([6.8, 5.4, 4.9, 4.2, 3.1, 2.4, 1.8, 0.9], temperature=0.8).tempered
    assert [f"{100 * p:.1f}" for p in tempered.tolist()] == ["75.6", "13.1", "7.0", "2.9", "0.7", "0.3", "0.1", "0.0"]


@holds(
    "sampling",
    says="keeps a candidate as long as the probability before it is still below $p$",
    against="the number kept, by hand, at eight thresholds",
)
@pytest.mark.parametrize(
    "p, kept", [(0.0, 1), (0.3, 1), (0.5, 1), (0.75, 2), (0.875, 3), (0.876, 4), (0.5000001, 2), (1.0, 4)]
)
def test_top_p_keeps_a_token_while_the_mass_before_it_is_below_p(p, kept):
    assert (filter_logits(of([0.5, 0.25, 0.125, 0.125]), top_p=p).top_p > 0).sum() == kept


@pytest.mark.parametrize(
    "probabilities, p, kept", [([0.5, 0.3, 0.1, 0.1], 0.8, 2), ([0.4, 0.3, 0.2, 0.1], 0.9, 3), ([0.1] * 10, 0.3, 3)]
)
def test_top_p_at_a_threshold_that_is_not_exact_in_binary(probabilities, p, kept):
    assert (filter_logits(of(probabilities), top_p=p).top_p > 0).sum() == kept


@pytest.mark.parametrize("logits", [[], [float("nan"), 1.0], [float("inf"), 1.0], [float("-inf")] * 2, 3.0])
def test_logits_that_mean_nothing_are_refused(logits):
    with pytest.raises(ValueError, match="logits"):
        filter_logits(logits)


@pytest.mark.parametrize(
    "rules",
    [
        {"temperature": -1},
        {"temperature": float("nan")},
        {"temperature": float("inf")},
        {"top_k": -1},
        {"top_k": 1.5},
        {"top_k": float("inf")},
        {"top_p": -0.1},
        {"top_p": 1.1},
        {"top_p": float("nan")},
        *(
            {rule: wrong}
            for rule in ("temperature", "top_k", "top_p")
            for wrong in ("0.5", "3", "", b"1", True, [1], 1j)
        ),
        *(
            {rule: wrong}
            for rule in ("temperature", "top_k", "top_p")
            for wrong in (torch.ones(2), Ellipsis, {}, "NaN")
        ),
        {"temperature": None},
        {"temperature": 10**400},
        {"top_k": 10**400},
    ],
    ids=lambda rules: str(rules)[:40],
)
def test_rules_outside_their_range_are_refused_by_name(rules):
    with pytest.raises(ValueError, match=next(iter(rules))):
        filter_logits([1.0, 2.0], **rules)


@pytest.mark.parametrize("kind", [np.float32, np.float64, torch.tensor, np.array, Fraction, Decimal])
def test_any_kind_of_number_is_a_rule(kind):
    logits = [2.0, 1.0, 0.5, -1.0]
    stages = filter_logits(logits, kind(0.5), kind(3), kind(0.75))
    assert torch.equal(stages.top_p, filter_logits(logits, 0.5, 3, 0.75).top_p)
    assert torch.equal(filter_logits(logits, 2, np.int64(2)).top_k, filter_logits(logits, 2.0, 2).top_k)


def test_minus_infinity_removes_a_token():
    stages = filter_logits([0.0, float("-inf"), 0.0], temperature=2.0, top_k=3)
    assert stages.top_p.tolist() == [0.5, 0.0, 0.5]


@pytest.mark.parametrize("t", [0, 1e-300, 1e-45, 1e-6])
def test_tiny_temperatures_are_greedy_and_finite(t):
    assert filter_logits([1000.0, 1001.0], t).tempered.tolist() == [0.0, 1.0]


@pytest.mark.parametrize("kind", [list, np.array, torch.tensor, lambda x: torch.tensor(x, dtype=torch.float16)])
def test_lists_arrays_and_tensors_give_the_same(kind):
    assert torch.equal(
        filter_logits(kind([2.0, 1.0, 0.0]), 0.5, 2, 0.9).top_p, filter_logits([2.0, 1.0, 0.0], 0.5, 2, 0.9).top_p
    )


def test_rows_of_a_batch_do_not_touch_each_other():
    batch = torch.randn(3, 4, 7, generator=torch.Generator().manual_seed(0))
    together = filter_logits(batch, 0.7, 4, 0.8).top_p
    for i in range(3):
        for j in range(4):
            torch.testing.assert_close(
                together[i, j], filter_logits(batch[i, j], 0.7, 4, 0.8).top_p, rtol=0, atol=1e-15
            )


def test_whole_numbers_serve_as_logits_and_temperature():
    assert torch.equal(filter_logits([2, 1, 0], 2).tempered, filter_logits([2.0, 1.0, 0.0], 2.0).tempered)


def test_draws_follow_their_generator_and_nothing_else():
    p = [0.5, 0.3, 0.2]
    torch.manual_seed(1)
    first = draw(p, 50, torch.Generator().manual_seed(7))
    torch.manual_seed(2)
    assert torch.equal(first, draw(p, 50, torch.Generator().manual_seed(7)))
    assert not torch.equal(first, draw(p, 50, torch.Generator().manual_seed(8)))
    assert draw(p, 0, torch.Generator()).shape == (0,)
    with pytest.raises(ValueError, match="n must"):
        draw(p, -1, torch.Generator())


def test_counts_add_up_and_settle_on_the_probabilities():
    p = filter_logits([2.0, 1.0, 0.0, -3.0], top_k=3).top_p
    counts = draw_counts(p, 10_000, seed=3)
    assert counts.sum() == 10_000 and counts[3] == 0
    np.testing.assert_allclose(counts / 10_000, p, atol=0.02)


@given(st.lists(st.floats(0.001, 1), min_size=1, max_size=9))
@settings(deadline=None)
def test_entropy_lies_between_zero_and_the_uniform_one(weights):
    p = torch.tensor(weights, dtype=torch.float64) / sum(weights)
    bits = entropy_bits(p).item()
    assert -0.0 <= bits <= math.log2(len(weights)) + 1e-9
    assert effective_choices(p).item() == pytest.approx(2**bits)


ESSAY = [6.8, 5.4, 4.9, 4.2, 3.1, 2.4, 1.8, 0.9]


@holds(
    "sampling",
    says="Near zero, all probability gathers on the largest logit, and the entropy is nothing.",
    against="1 and 0, at T = 0.05",
    within="1e-9",
)
@holds(
    "sampling",
    says=(
        "As $T$ grows, the curves draw together: at an infinite temperature every candidate would have the same share."
    ),
    against="one eighth each, at a billion; and the gaps at six temperatures, which fall",
    within="1e-7",
)
def test_near_zero_all_probability_gathers_and_at_an_infinite_temperature_all_shares_are_equal():
    cold, hot = (filter_logits(ESSAY, t).tempered for t in (0.05, 1e9))
    assert cold[0] > 1 - 1e-9 and entropy_bits(cold) < 1e-9
    assert hot.tolist() == pytest.approx([1 / 8] * 8, abs=1e-7)
    gaps = [float(row.max() - row.min()) for row in temperature_sweep(ESSAY, [0.5, 1, 1.5, 2, 4, 8])]
    assert gaps == sorted(gaps, reverse=True)


@holds(
    "sampling",
    says="As uncertain as … equally likely choices.",
    against="the number of equal shares: 1, 2, 8 and 1,000",
    within="1e-6",
)
@pytest.mark.parametrize("n", [1, 2, 8, 1000])
def test_n_equally_likely_choices_are_n_choices(n):
    assert effective_choices([1 / n] * n + [0.0] * 3).item() == pytest.approx(n)


def test_entropy_of_a_certainty_is_plain_zero():
    assert math.copysign(1, entropy_bits([1.0, 0.0, 0.0]).item()) == 1
    assert entropy_bits([[0.5, 0.5], [1.0, 0.0]]).tolist() == [1.0, 0.0]


def test_sweep_is_the_rule_at_each_temperature():
    sweep = temperature_sweep([2.0, 1.0, 0.0], [0, 0.5, 2])
    assert sweep.shape == (3, 3)
    assert torch.equal(sweep[1], filter_logits([2.0, 1.0, 0.0], 0.5).tempered)
    assert sweep[0].tolist() == [1.0, 0.0, 0.0]


def test_logits_of_a_list_keep_their_digits():
    """As float32 the two would be equal, and the first would win."""
    close = [1.0, 1.0 + 1e-12]
    assert filter_logits(close, temperature=0).top_p.tolist() == [0.0, 1.0]
    assert most_probable(close, 1)[0] == [1]


@pytest.mark.parametrize("rule", [{"top_k": 1}, {"top_p": 0.0}, {"temperature": 0.0}])
def test_the_largest_logit_is_kept_where_probabilities_are_equal_by_rounding(rule):
    stages = filter_logits([-1e-20, 0.0], **rule)
    assert stages.raw.tolist() == [0.5, 0.5] and stages.top_p.tolist() == [0.0, 1.0]
