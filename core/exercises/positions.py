"""The questions of the page `positions`."""

import math

from core import say
from core.analysis.sinusoids import wavelengths
from core.exercises.draw import Draw
from core.exercises.question import Question
from core.transformer import sinusoidal_positions

WIDTH = 512  # of the page


def wavelength_of_a_pair(rng: Draw) -> Question:
    """The wavelength of a pair."""
    width = rng.choice([64, 128, 256, 512])
    first = rng.choice([2 * i for i in range(1, width // 2)])
    period = wavelengths(width)[first // 2]
    return Question(
        f"With $d_{{model}} = {width}$, after how many positions does the pair $2i = {first}$ repeat? "
        "(Within one per cent.)",
        answer=period,
        working=rf"$2\pi \cdot 10000^{{{first}/{width}}} = {say.thousands(period, 2)}$.",
        tolerance=period / 100,
        unit="positions",
        hints=(
            r"The pair turns by $\omega_i = 10000^{-2i/d}$ from one position to the next.",
            r"It repeats after a whole turn, $2\pi$. The exponent is $2i$ over the width.",
        ),
        confusions={
            period / (2 * math.pi): r"$10000^{2i/d}$ alone: the $2\pi$ of a whole turn is missing",
            1 / period: "the reciprocal: periods in a position, not positions in a period",
            2 * math.pi / period: "the turn from one position to the next, the reciprocal of what is asked",
            2 * math.pi * 10000 ** (first / 2 / width): "what comes out with $i$ for $2i$ in the exponent",
            2 * math.pi * 10000 ** (2 * first / width): "what comes out with $4i$ for $2i$: the exponent was doubled",
        },
    )


def first_pair_with_a_long_period(rng: Draw) -> Question:
    """The smallest pair that repeats only after more than so many positions."""
    above = rng.deal([*range(16, 64, 4), *range(64, 512, 16), *range(512, 4096, 128), *range(4096, 60000, 2048)])
    lengths = wavelengths(WIDTH)
    i = next(i for i, length in enumerate(lengths) if length > above)
    return Question(
        f"Move the slider “Another pair, 2i”. What is the smallest pair $2i$ of the 512 numbers that repeats only "
        f"after more than {above:,} positions?",
        answer=2 * i,
        working=f"Pair {2 * i - 2} repeats after {lengths[i - 1]:,.1f} positions, pair {2 * i} after "
        rf"{lengths[i]:,.1f}. By formula: $2i > 512 \cdot \log_{{10000}}({above} / 2\pi) = "
        rf"{512 * math.log(above / (2 * math.pi), 10000):.2f}$, and pairs are even.",
        digits=0,
        kind="experiment",
        hints=(
            "The sentence under the curve of wavelengths names the period of the chosen pair.",
            "Each step of the slider makes the period longer by the same factor. Find the first one above the number.",
        ),
        confusions={
            2 * i - 2: "the last pair that still repeats within so many positions",
            i: "$i$, and the question is for $2i$",
        },
        given={"above": above},
    )


def score_after_a_matrix(rng: Draw) -> Question:
    """A score between two encodings after W_Q and W_K have kept one of the two numbers of a pair."""
    p, k = rng.deal([(p, k) for p in range(1, 13) for k in range(1, 10)], lambda case: not _looks_alike(*case))
    table = sinusoidal_positions(64, 2).double()
    here, there = table[p], table[p + k]
    score, whole = float(here[0] * there[0]), float(here @ there)
    return Question(
        f"Take the first pair alone, $PE(p) = (\\sin p, \\cos p)$ with $p$ in radians. A head's $W_Q$ and $W_K$ both "
        f"keep the sine and drop the cosine. What is the score $q \\cdot k$ between position {p} and position {p + k}, "
        "before it is divided?",
        answer=score,
        working=rf"$\sin {p} \cdot \sin {p + k} = {here[0]:.4f} \cdot {there[0]:.4f} = {score:.4f}$. Without the "
        rf"matrices it is $\cos {k} = {whole:.4f}$, for every position. So the distance alone decides in "
        r"$PE \cdot PE$; what a head sees is $PE\, W_Q W_K^\top PE^\top$, which depends on both positions.",
        tolerance=0.01,
        digits=3,
        kind="misconception",
        hints=(
            "Dropping the cosine leaves one number for each position: the query is one number, and so is the key.",
            "The score is their product.",
        ),
        confusions={
            whole: f"the product of the two whole encodings, $\\cos {k}$: it depends on the distance alone, but the "
            "matrices come in between",
            math.sin(math.radians(p)) * math.sin(math.radians(p + k)): "the product of sines of degrees, not radians",
            float(here[1] * there[1]): "the product of the cosines, which were dropped",
        },
        given={"position": p, "shift": k},
    )


def _looks_alike(p: int, k: int) -> bool:
    """Whether the score is near 0, or near the product without the matrices, so that nothing would be seen."""
    score = math.sin(p) * math.sin(p + k)
    return abs(score) < 0.05 or abs(score - math.cos(k)) < 0.05
