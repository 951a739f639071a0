import math

import numpy as np
import pytest
import torch

from core.analysis.attention import (
    derivation,
    dot_product_scores,
    histogram,
    normal_curve,
    predicted_moments,
    share_outside,
)
from tests.evidence import holds

N = 40_000


@holds(
    "scaling",
    says="the components of one vector share a factor, so that they move together",
    against="the variance derived for such vectors, at four head sizes",
    within="4 %",
)
@holds(
    "scaling",
    says="each component of the key resembles the same component of the query",
    against="mean and variance derived for such pairs, at four head sizes",
    within="4 %",
)
@holds(
    "scaling",
    shows="the standard deviations, with and without correlation",
    against="those derived on paper, at four head sizes",
    within="4 %",
)
@pytest.mark.parametrize("d_k", [1, 8, 64, 128])
@pytest.mark.parametrize(("correlation", "correlated"), [(0.0, "components"), (0.3, "components"), (-0.6, "pair")])
def test_measured_moments_are_the_predicted_ones(d_k, correlation, correlated):
    dots = dot_product_scores(d_k, N, correlation=correlation, correlated=correlated)
    assert dots.std == pytest.approx(dots.predicted_std, rel=0.04)
    assert dots.mean == pytest.approx(dots.predicted_mean, abs=5 * dots.predicted_std / math.sqrt(N))
    assert dots.std == pytest.approx(float(dots.samples.std()))


def test_independent_components_scale_to_one():
    dots = dot_product_scores(128)
    assert dots.predicted_std == pytest.approx(math.sqrt(128)) == pytest.approx(11.3, abs=0.05)
    assert dots.predicted_scaled_std == pytest.approx(1.0)
    assert dots.scaled_std == pytest.approx(float(dots.scaled_samples.std()))


def test_what_correlation_breaks():
    variances = [predicted_moments(d_k, 0.5)[1] for d_k in (1, 64)]
    assert variances == [1, 64 + 64 * 63 * 0.25]  # grows with the square of d_k
    assert predicted_moments(64, 1.0) == (0, 64**2)  # one number, 64 times over
    assert predicted_moments(64, 1.0, "pair") == (64, 128)  # chi-square of 64 degrees
    assert predicted_moments(64, -0.5, "pair")[0] == -32


def test_the_components_of_q_keep_mean_0_and_variance_1():
    """For one component q·k is a product of two independent normals, whatever the shared factor."""
    dots = dot_product_scores(1, N, correlation=0.7)
    assert dots.std == pytest.approx(1, rel=0.05) and dots.mean == pytest.approx(0, abs=0.03)


def test_same_seed_same_samples():
    first, again, other = (dot_product_scores(4, 10, seed=s).samples for s in (5, 5, 6))
    assert torch.equal(first, again) and not torch.equal(first, other)


@holds(
    "scaling",
    shows="the bars of both histograms",
    against="the counts that a normal distribution predicts",
    within="2 % of the draws",
)
def test_histogram_counts_every_sample_and_expects_the_normal():
    dots = dot_product_scores(64, N)
    for scaled in (False, True):
        bars = histogram(dots, bins=30, scaled=scaled)
        assert sum(bars.counts) == N and len(bars.edges) == 31 and len(bars.expected) == 30
        assert sum(bars.expected) == pytest.approx(N, rel=0.01)
        assert max(abs(a - b) for a, b in zip(bars.counts, bars.expected, strict=True)) < 0.02 * N
    assert bars.edges[-1] == pytest.approx(float(dots.scaled_samples.max()))


@pytest.mark.parametrize(
    "options",
    [
        {"d_k": 0}, {"d_k": 4, "n": 1}, {"d_k": 4, "correlation": 1.1}, {"d_k": 4, "correlation": -0.1},
        {"d_k": 4, "correlation": -1.1, "correlated": "pair"}, {"d_k": 4, "correlation": math.nan},
        {"d_k": 4, "correlated": "all"}, {"d_k": 2**20, "n": 2**10},
    ],
)  # fmt: skip
def test_impossible_settings_are_refused(options):
    with pytest.raises(ValueError, match=r"must|allowed|is over"):
        dot_product_scores(**options)


@holds(
    "scaling",
    says="their components with mean 0 and variance 1",
    against="mean and variance of the draws as measured",
    within="0.02",
)
@holds(
    "scaling",
    shows="the derivation, line by line",
    against="the same moments of the dot products that the histogram shows",
    within="1e-6",
)
def test_the_derivation_is_measured_on_the_very_draws_of_the_scores():
    steps = {step.name: step for step in derivation(64, 4000, seed=3)}
    dots = dot_product_scores(64, 4000, seed=3)
    assert steps["Var(q·k)"].measured == pytest.approx(dots.std**2)
    assert steps["Var(q·k)"].assumed == 64 and steps["Var(q·k / √d_k)"].measured == pytest.approx(dots.scaled_std**2)
    for name in ("E[q_i]", "E[q_i k_i]"):
        assert steps[name].measured == pytest.approx(0, abs=0.02)
    for name in ("Var(q_i)", "Var(q_i k_i)"):
        assert steps[name].measured == pytest.approx(1, abs=0.02)


def test_correlated_components_break_the_sum_and_not_its_terms():
    steps = {step.name: step.measured for step in derivation(64, 4000, correlation=0.5)}
    assert steps["Var(q_i k_i)"] == pytest.approx(1, abs=0.15)
    assert steps["Var(q·k)"] == pytest.approx(1072, rel=0.2)


@holds("scaling", shows="the predicted curve", against="an area of one, and its height by the formula", within="1e-4")
def test_the_normal_curve_has_an_area_of_one_and_its_share_outside_is_the_known_one():
    xs, ys = normal_curve(1.0, 2.0, (-9.0, 11.0), points=2001)
    assert sum(ys) * (xs[1] - xs[0]) == pytest.approx(1, abs=1e-4)
    assert max(ys) == pytest.approx(1 / (2 * math.sqrt(2 * math.pi)))
    assert share_outside(torch.tensor([-3.0, -1.0, 0.0, 1.0]), (-1.0, 1.0)) == 0.25


@holds(
    "scaling",
    says="A sum of a few products, or of products that move together, is no bell: only its width is predicted",
    against="the fourth moment, which a normal distribution fixes; and the predicted width",
    within="width 4 %",
)
@pytest.mark.parametrize(
    ("d_k", "correlation", "excess"),
    [(1, 0.0, (4, 9)), (2, 0.0, (2, 4)), (256, 0.9, (4, 12)), (1024, 0.0, (-0.2, 0.2))],
)
def test_a_sum_of_few_products_or_of_products_that_move_together_is_no_bell(d_k, correlation, excess):
    """The fourth moment: a normal distribution has none in excess, a product of two normals 6. The width fits all."""
    dots = dot_product_scores(d_k, 8000, correlation=correlation)
    z = (dots.samples.double() - dots.mean) / dots.std
    low, high = excess
    assert low < float((z**4).mean()) - 3 < high
    assert dots.std == pytest.approx(dots.predicted_std, rel=0.04)


@holds(
    "scaling",
    says="Three assumptions carry the derivation",
    against="draws by numpy in which one of them fails",
    within="4 %",
)
def test_each_of_the_three_assumptions_is_needed():
    """Var(q·k) / d_k by numpy: 1 with all three, and another number without any one of them."""
    rng = np.random.default_rng(0)
    q, k, shared_q, shared_k = (rng.standard_normal((N, size)) for size in (16, 16, 1, 1))

    def spread(q, k) -> float:
        return (q * k).sum(-1).var() / 16

    assert spread(q, k) == pytest.approx(1, rel=0.04)
    assert spread(q + 1, k + 1) == pytest.approx(3, rel=0.04), "a mean of 1: 2 · 2 − 1"
    assert spread(2 * q, k) == pytest.approx(4, rel=0.04), "a variance of 4"
    half = 0.5**0.5
    assert spread(half * (q + shared_q), half * (k + shared_k)) > 3, "half of each component in common"
