"""What W_Q and W_K can make of the encodings."""

from statistics import median

import numpy as np
import pytest
import torch

from core.analysis import sinusoids
from core.text import WordVectors
from core.transformer import sinusoidal_positions
from tests.evidence import holds

TABLE = sinusoidal_positions(64, 512, dtype=torch.float64)


@holds(
    "positions",
    says="A turn is a matrix, so one linear layer is enough to look “three tokens back”.",
    against="the position with the largest score after one matrix: k back",
)
@pytest.mark.parametrize("k", [0, 1, 3, 100, 255])
def test_one_matrix_lets_a_query_look_k_tokens_back(k):
    found = sinusoids.after_matrices(k, 512)
    assert found.peaks == (0, -k)
    assert max(found.turned) == pytest.approx(256)  # as large as that of a position with itself


@holds(
    "positions",
    says="They can turn every key by $k$ positions.",
    against="the share of the variance of the scores that the distance explains after the turn: all of it",
    within="1e-12",
)
@pytest.mark.parametrize("k", [0, 3, 40])
def test_after_a_turn_the_distance_alone_decides(k):
    turned = TABLE @ (TABLE @ sinusoids.shift_matrix(k, 512).T).T
    assert sinusoids.explained_by_distance(turned) == pytest.approx(1, abs=1e-12)


@holds(
    "positions", shows="how much of the scores the distance explains", against="a regression by numpy", within="1e-12"
)
def test_the_explained_variance_is_that_of_a_regression_on_the_distance():
    scores = torch.randn(9, 9, generator=torch.Generator().manual_seed(1), dtype=torch.float64)
    i, j = np.indices(scores.shape)
    dummies = np.eye(17)[(j - i + 8).ravel()]
    y = scores.numpy().ravel()
    rest = y - dummies @ np.linalg.lstsq(dummies, y, rcond=None)[0]
    assert sinusoids.explained_by_distance(scores) == pytest.approx(1 - rest.var() / y.var(), abs=1e-12)


@holds(
    "positions",
    says="But they need not leave it to the distance alone.",
    against=(
        "random matrices of forty seeds: the distance explains less than 60 % under each, less than 20 % in the median"
    ),
    within="",
)
def test_random_matrices_leave_little_to_the_distance_under_any_of_40_seeds():
    shares = sinusoids.random_shares(512, seeds=40)
    assert max(shares) < 0.6 and median(shares) < 0.2
    assert "Under random W_Q and W_K the distance explains" in sinusoids.after_matrices(3, 512).in_words(shares)


@holds(
    "positions",
    says="Without positions every word comes out exactly as before, just in another place",
    against="the outputs in the first order, under forty shuffles",
    within="1e-12",
)
@holds(
    "positions",
    says="With positions added, the same word in another place comes out different.",
    against=("the outputs in the first order: every moved word changes by more than 0.01 under each of forty shuffles"),
    within="",
)
@pytest.mark.parametrize("seed", range(1, 41))
def test_a_word_in_another_place_comes_out_different_with_positions_alone(seed):
    words = ("the", "dog", "crossed", "the", "street")
    x = [WordVectors.load()[word].tolist() for word in words]
    order = sinusoids.shuffled_order(len(words), seed)
    without, with_pe = (sinusoids.permutation_check(x, order, positions) for positions in (False, True))
    assert max(without.per_word) < 1e-12
    moved = [change for new, (old, change) in enumerate(zip(order, with_pe.per_word, strict=True)) if old != new]
    assert all(change > 0.01 for change in moved)
