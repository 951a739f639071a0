"""What large scores do to a head: one draw, and what the page says of all draws, held over seeds."""

import pytest

from core.analysis.attention import gradient_spread, saturation_point, saturation_points
from core.analysis.spread import SEEDS

GRID = (2, 8, 32, 256, 1024)
SMALL, LARGE = (0, 1, 2), (3, 4)  # where they stand in the grid


@pytest.fixture(scope="module")
def spread():
    return gradient_spread(
        GRID, ("jacobian_norm", "entropy", "typical_query_gradient", "query_gradient", "key_gradient")
    )


@pytest.mark.parametrize("scaled", [True, False])
def test_many_seeds_in_one_pass_are_the_seeds_one_by_one(scaled):
    together = saturation_points(64, scaled, keys=5, queries=7, seeds=(3, 11))
    for seed, found in zip((3, 11), together, strict=True):
        alone = vars(saturation_point(64, scaled, keys=5, queries=7, seed=seed))
        assert vars(found) == pytest.approx(alone, rel=1e-12)


def test_there_are_seeds_enough():
    assert SEEDS >= 20


def test_in_small_heads_the_larger_last_step_wins_and_in_large_ones_saturation_does(spread):
    typical = spread["typical_query_gradient"]
    assert all(typical.larger[at] == 1 for at in SMALL) and all(typical.larger[at] <= 0.1 for at in LARGE)
    assert typical.not_divided.median[-1] < 0.01 * typical.divided.median[-1]


def test_near_128_it_depends_on_the_draw():
    (share,) = gradient_spread([128], ["typical_query_gradient"])["typical_query_gradient"].larger
    assert 0 < share < 1


@pytest.mark.parametrize("quantity", ["query_gradient", "key_gradient"])
def test_the_means_stay_larger_without_the_division_in_every_draw(spread, quantity):
    assert spread[quantity].larger == [1.0] * len(GRID)


def test_without_the_division_entropy_and_jacobian_fade_in_every_draw(spread):
    assert spread["entropy"].larger == [0.0] * len(GRID)
    assert [spread["jacobian_norm"].larger[at] for at in LARGE] == [0.0, 0.0]


def test_without_the_division_one_key_takes_more_in_every_draw_but_the_smallest_heads():
    assert gradient_spread((8, 32, 256, 1024), ["largest_weight"])["largest_weight"].larger == [1.0] * 4
