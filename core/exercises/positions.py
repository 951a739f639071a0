"""The questions of the page `positions`."""

from random import Random

from core.analysis.sinusoids import wavelengths
from core.exercises.question import Question


def wavelength_of_a_pair(rng: Random) -> Question:
    """The wavelength of a pair."""
    width = rng.choice([64, 128, 256, 512])
    first = rng.choice([2 * i for i in range(1, width // 2)])
    period = wavelengths(width)[first // 2]
    return Question(
        f"With $d_{{model}} = {width}$, after how many positions does the pair $2i = {first}$ repeat? "
        "(Within one per cent.)",
        answer=period,
        working=rf"$2\pi \cdot 10000^{{{first}/{width}}} = {period:,.2f}$.",
        tolerance=period / 100,
        unit="positions",
    )
