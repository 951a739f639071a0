"""How fast shares settle on probabilities: by the law, and the very draws that are counted."""

import pytest
import torch

from core.decoding import draw_counts, draw_errors, expected_error
from tests.evidence import holds

P = [0.5, 0.25, 0.15, 0.1]
NS = (10, 100, 1000)


@holds("sampling", shows="the error of one seed", against="the shares of the same draws, counted", within="1e-12")
def test_the_draws_of_a_seed_go_on():
    """The error after n draws is that of `draw_counts`, which draws n and stops."""
    ((ten, hundred, thousand),) = draw_errors(P, NS, [7])
    for n, error in zip(NS, (ten, hundred, thousand), strict=True):
        shares = draw_counts(P, n, 7) / n
        assert error == pytest.approx(float((shares - torch.tensor(P, dtype=torch.float64)).norm()), abs=1e-12)


@holds(
    "sampling",
    says="an error that falls like one over the square root of the number of draws",
    against="the errors of 400 seeds at 10, 100 and 1,000 draws",
    within="10 %",
)
def test_the_mean_of_the_squared_error_follows_the_law():
    errors = torch.tensor(draw_errors(P, NS, range(400)))
    root_mean_square = errors.square().mean(0).sqrt().tolist()
    assert root_mean_square == pytest.approx(expected_error(P, NS), rel=0.1)
    assert expected_error(P, [100, 400])[0] == pytest.approx(2 * expected_error(P, [100, 400])[1])


def test_where_nothing_is_left_to_chance_there_is_no_error():
    assert draw_errors([0, 1.0, 0], NS, [1, 2]) == [[0.0] * 3] * 2 and expected_error([0, 1.0, 0], NS) == [0.0] * 3
