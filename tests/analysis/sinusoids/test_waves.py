"""The waves between the positions are the table's columns, drawn densely enough."""

import numpy as np
import pytest

from core.analysis.sinusoids import pair_wave, wavelengths
from core.transformer import sinusoidal_positions
from tests.evidence import holds


@holds("positions", shows="the waves between the positions", against="the columns of the table", within="1e-6")
@pytest.mark.parametrize("first", [0, 32, 510])
def test_a_wave_passes_through_the_table(first):
    wave = pair_wave(first, 512, 81)  # one point a position, or a fraction of one
    table = sinusoidal_positions(81, 512).numpy()
    assert wave.wavelength == pytest.approx(wavelengths(512)[first // 2])
    for line, column in ((wave.sine, first), (wave.cosine, first + 1)):
        for p in (0, 80):
            assert line[0 if p == 0 else -1] == pytest.approx(table[p, column], abs=1e-6)
    np.testing.assert_allclose(wave.sine**2 + wave.cosine**2, 1)


def test_a_period_has_enough_points():
    wave = pair_wave(0, 512, 512)
    assert np.diff(wave.at).max() < wave.wavelength / 13


@pytest.mark.parametrize("first", [-2, 1, 512])
def test_a_column_that_starts_no_pair_is_refused(first):
    with pytest.raises(ValueError, match="first"):
        pair_wave(first, 512, 20)
