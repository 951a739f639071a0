import math
from itertools import pairwise

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from core.analysis.sinusoids import (
    frequencies,
    permutation_check,
    position_dot_products,
    shift,
    shift_matrix,
    wavelengths,
)
from core.transformer import sinusoidal_positions
from tests.evidence import holds


@holds("positions", says=r"They start at $2\pi$ exactly.", against="2π")
def test_wavelengths_between_their_exact_ends():
    values = wavelengths(512)
    assert len(values) == 256 and values == sorted(values)
    assert values[0] == 2 * math.pi and values[-1] < 10_000 * 2 * math.pi
    assert len(frequencies(5)) == 3


@holds(
    "positions",
    says="The wavelengths grow by the same factor from pair to pair",
    against="10000 to the power of 2/512",
    within="1e-12",
)
def test_wavelengths_grow_by_one_factor_from_pair_to_pair():
    factors = [longer / shorter for shorter, longer in pairwise(wavelengths(512))]
    assert factors == pytest.approx([10_000 ** (2 / 512)] * 255, rel=1e-12)


@holds(
    "positions",
    says=(
        "On the left the colours change from row to row; far to the right a whole text of 512 tokens sees "
        "less than a hundredth of a period, and the columns look constant."
    ),
    against=(
        "the table: the first pair moves by 0.9 and more from row to row, the last columns by less than 0.06 "
        "over all rows"
    ),
    within="",
)
def test_columns_change_on_the_left_and_look_constant_on_the_right():
    table = sinusoidal_positions(512, 512)
    assert 511 / wavelengths(512)[-1] < 0.01
    assert table[1:, :2].sub(table[:-1, :2]).norm(dim=1).min() > 0.9  # of a circle of radius 1
    assert table[:, 510:].amax(0).sub(table[:, 510:].amin(0)).max() < 0.06  # of a range of 2


def test_the_wavelength_is_the_period_of_the_columns(float64):
    table = sinusoidal_positions(600, 64)
    for pair in (0, 5, 10):
        whole = round(wavelengths(64)[pair] * 1000) / 1000
        expected = math.sin((7 + whole) * frequencies(64)[pair])
        assert table[7, 2 * pair] == pytest.approx(expected, abs=1e-3)


@holds(
    "positions",
    says=r"to turn it by $k\,\omega_i$, wherever it was",
    against="one matrix, times the encodings of 50 positions, for random distances and widths",
    within="1e-12",
)
@given(st.integers(0, 300), st.integers(1, 20))
def test_a_shift_is_a_rotation_of_each_pair(k, pairs):
    moved = shift(k, 2 * pairs, length=50)
    assert moved.error < 1e-12  # in float64, whatever the default is
    assert torch.allclose(moved.matrix @ moved.matrix.T, torch.eye(2 * pairs, dtype=torch.float64), atol=1e-12)
    assert moved.angles[0] == k


@holds(
    "positions",
    says=r"$\sin a \sin b + \cos a \cos b = \cos(a - b)$, in every pair",
    against="the sum of cosines of the distance, by the standard library",
    within="1e-12",
)
def test_shift_and_dot_products_are_those_of_float64_whatever_the_default_is():
    """Cast up from the float32 table, the error was 7e-8."""
    assert shift(100, 512).error < 1e-12
    found = position_dot_products(64, 40, starts=(20,))[0].tolist()
    assert found == pytest.approx([math.fsum(math.cos(k * w) for w in frequencies(64)) for k in range(40)], abs=1e-12)
    table = sinusoidal_positions(40, 64, offset=20, dtype=torch.float64)
    for row in range(40):
        sines = [math.sin((row + 20) * w) for w in frequencies(64)]
        assert table[row, 0::2].tolist() == pytest.approx(sines, abs=1e-12)
    assert sinusoidal_positions(3, 4).dtype == torch.float32


def test_shifts_compose_and_an_odd_width_has_none():
    assert torch.allclose(shift_matrix(3, 8) @ shift_matrix(4, 8), shift_matrix(7, 8), atol=1e-12)
    with pytest.raises(ValueError, match="even"):
        shift_matrix(1, 5)


@holds(
    "positions",
    says="it depends on the distance $k$ alone, and not on where the two positions are",
    against="the products from the positions 0, 7 and 200, in float64",
    within="1e-10",
)
def test_dot_products_depend_on_the_offset_alone(float64):
    dots = position_dot_products(64, 40, starts=(0, 7, 200))
    assert dots.shape == (3, 40)
    assert (dots - dots[0]).abs().max() < 1e-10
    assert dots[0, 0] == pytest.approx(32)
    assert dots[0, 9] == pytest.approx(sum(math.cos(9 * w) for w in frequencies(64)))
    assert dots[0, 1:].max() < dots[0, 0]


@holds(
    "positions",
    says=("Attention compares all tokens with each other at once, and nothing in it knows which of them came first."),
    against="the outputs of an attention layer for the same vectors in another order, put back",
    within="1e-12",
)
def test_shuffled_words_give_shuffled_outputs_unless_positions_are_added():
    x = torch.randn(6, 16, generator=torch.Generator().manual_seed(0))
    order = [3, 1, 0, 5, 4, 2]
    without, with_positions = (permutation_check(x, order, positions) for positions in (False, True))
    assert without.difference < 1e-12
    assert with_positions.difference > 0.01
    assert permutation_check(x, list(range(6)), True).difference == 0


def test_an_order_that_is_none_is_refused():
    with pytest.raises(ValueError, match="permutation"):
        permutation_check(torch.randn(3, 4), [0, 1, 1], False)
