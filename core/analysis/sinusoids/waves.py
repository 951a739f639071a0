"""The sinusoids between the positions: the formula at any real position, as dense as a drawing needs it.

PE(p, 2i) = sin(p·ω), PE(p, 2i + 1) = cos(p·ω) with ω = 10000^(−2i/D); D d_model.
"""

import math
from dataclasses import dataclass

import numpy as np

from core.transformer.checks import check_sizes

_PER_PERIOD, _FEWEST = 14, 30


@dataclass(frozen=True)
class PairWave:
    """One pair of columns over the positions 0 … length − 1."""

    first: int  # 2i, the column of the sine
    wavelength: float  # in positions
    at: np.ndarray  # real positions, ascending
    sine: np.ndarray
    cosine: np.ndarray


def pair_wave(first: int, d_model: int, length: int) -> PairWave:
    """The pair whose sine is column `first`, drawn with 14 points a period and 30 at least.

    Raises ValueError for a column that starts no pair of this width.

    Example:
        >>> wave = pair_wave(0, 512, 20)
        >>> round(wave.wavelength, 6), float(wave.at[-1]), round(float(wave.sine[-1]), 6)
        (6.283185, 19.0, 0.149877)
    """
    check_sizes(d_model=d_model, length=length)
    check_sizes(least=0, first=first)
    if first % 2 or first + 1 >= d_model:
        raise ValueError(f"first={first} must be even and below {d_model - 1}")
    frequency = 10_000 ** (-first / d_model)
    wavelength = 2 * math.pi / frequency
    points = max(_FEWEST, math.ceil(_PER_PERIOD * (length - 1) / wavelength))
    at = np.linspace(0, length - 1, points)
    return PairWave(first, wavelength, at, np.sin(at * frequency), np.cos(at * frequency))
