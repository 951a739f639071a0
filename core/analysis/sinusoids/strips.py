"""Several pairs of the sinusoids over the same positions, by name: their waves, their values, how often they repeat."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.analysis.sinusoids.waves import PairWave, pair_wave
from core.say import number

DOTTED = 64  # positions; among more, dots on the waves would run together

Curves = dict[str, tuple[Sequence[float], Sequence[float], Sequence[float]]]  # name -> positions, sine, cosine


@dataclass(frozen=True)
class Strips:
    """The pairs, the first of them first, over the positions 0 … length − 1."""

    drawn: list[PairWave]
    length: int
    values: dict[int, tuple[list[float], list[float]]]  # first column -> its sines and cosines at the whole positions

    @property
    def waves(self) -> Curves:
        """The formula between the positions too."""
        return {_name(wave): (wave.at, wave.sine, wave.cosine) for wave in self.drawn}

    @property
    def dots(self) -> Curves | None:
        """The values at the whole positions; None where there are too many to be told apart."""
        if self.length > DOTTED:
            return None
        return {_name(wave): (range(self.length), *self.values[wave.first]) for wave in self.drawn}

    @property
    def table(self) -> dict[str, list]:
        """The values, two columns a pair."""
        columns = {
            f"{kind} {first}": column
            for first, pair in self.values.items()
            for kind, column in zip(("sin", "cos"), pair, strict=True)
        }
        return {"position": list(range(self.length)), **columns}

    def in_words(self) -> str:
        """How often the first pair and the last repeat, and where there are values."""
        first, last = self.drawn[0], self.drawn[-1]
        return (
            f"Over {self.length} positions the pair 2i = {first.first} goes through {self._turns(first)} periods, the "
            f"pair 2i = {last.first} through {self._turns(last)}. "
        ) + (
            "There are values at whole positions only."
            if self.dots is None
            else "The dots mark the whole positions, the only ones there are."
        )

    def _turns(self, wave: PairWave) -> str:
        return number((self.length - 1) / wave.wavelength, 3 if self.length < wave.wavelength else 1)


def pair_strips(table: np.ndarray, firsts: Sequence[int], length: int) -> Strips:
    """The pairs whose sines are these columns of the encodings.  table [positions, d_model]

    Raises ValueError as `pair_wave` does.

    Example:
        >>> from core.transformer import sinusoidal_positions
        >>> strips = pair_strips(sinusoidal_positions(8, 16).numpy(), [0, 4], length=3)
        >>> list(strips.table)
        ['position', 'sin 0', 'cos 0', 'sin 4', 'cos 4']
    """
    drawn = [pair_wave(first, table.shape[1], length) for first in firsts]
    return Strips(drawn, length, {first: tuple(table[:length, first : first + 2].T.tolist()) for first in firsts})


def _name(wave: PairWave) -> str:
    period = number(wave.wavelength, 1 if wave.wavelength < 1000 else 0)
    return f"2i = {wave.first}, repeats after {period} positions"
