"""The questions of the page `scaling`."""

from functools import cache
from itertools import product

from core.analysis.attention import predicted_moments, saturation_curve
from core.exercises.draw import Draw
from core.exercises.question import Question

SPREADS = tuple(product((4, 9, 16, 25, 36, 49, 64, 81, 100, 144, 256, 400), (0.5, 1, 1.5, 2, 3), (1, 2, 3)))
GRID = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)  # the head sizes that the page offers
KEYS = (2, 4, 8, 16, 32, 64)
CASES = tuple(product(KEYS, range(40, 98, 2)))  # keys, percent
MATCHES = tuple(product((4, 16, 64, 256, 1024), [n / 20 for n in range(2, 20)]))  # head size, ρ


def spread_of_scores(rng: Draw) -> Question:
    """The spread of scores whose components do not have the variance 1."""
    width, of_queries, of_keys = rng.deal(SPREADS, lambda case: case[1] * case[2] != 1)
    term = (of_queries * of_keys) ** 2
    variance = predicted_moments(width)[1] * term
    return Question(
        f"A head has $d_k = {width}$. All components are independent and have the mean 0; those of the queries have "
        "the "
        f"standard deviation {of_queries:g}, those of the keys {of_keys:g}. What is the standard deviation of "
        "$q \\cdot k$ before it is divided?",
        answer=variance**0.5,
        working=rf"A product $q_i k_i$ has the variance ${of_queries:g}^2 \cdot {of_keys:g}^2 = {term:g}$, and the sum "
        rf"of {width} independent ones {width} times as much: {variance:g}. The root is {variance**0.5:g}.",
        tolerance=0.05,
        hints=(
            "For independent numbers with mean 0 the variance of a product is the product of the variances.",
            "Variances of independent numbers add up. The standard deviation is the root of the variance.",
        ),
        confusions={
            variance: "the variance; the standard deviation is its root",
            variance**0.5 / width**0.5: r"the spread *after* the division by $\sqrt{d_k}$",
            width**0.5: "what comes out for components of variance 1",
            width * of_queries * of_keys: r"what comes out when standard deviations are added; the variances add up",
            (width * of_queries * of_keys) ** 0.5: "what comes out when standard deviations are multiplied as if they "
            "were variances",
        },
    )


def width_of_a_hard_softmax(rng: Draw) -> Question:
    """The smallest head size at which, without the division, one key has more than so much on average."""
    keys, percent = rng.deal(CASES, _is_readable)
    weights = _undivided(keys)
    at = next(n for n, weight in enumerate(weights) if 100 * weight > percent)
    return Question(
        f"In “What it does to the softmax”, with {keys} keys in a row (and the page's seed, 0): what is the smallest "
        f"$d_k$ on the slider at which the largest weight is above {percent} % on average when scores are *not* "
        "divided?",
        answer=GRID[at],
        working=f"At $d_k = {GRID[at - 1]}$ it is {100 * weights[at - 1]:.1f} %, at $d_k = {GRID[at]}$ it is "
        f"{100 * weights[at]:.1f} %. The spread of the scores is $\\sqrt{{d_k}}$, so a larger head has a harder "
        "softmax.",
        digits=0,
        kind="experiment",
        hints=(
            "Set the keys, then move $d_k$ at the top of the page; the sentence under the curves has both weights.",
            "Without the division the curve rises with $d_k$. Find where it crosses the number.",
        ),
        confusions={
            GRID[at - 1]: "one step too small: there it is not above it yet",
            GRID[at] ** 0.5: r"$\sqrt{d_k}$; asked is $d_k$ itself",
        },
        given={"scaling_keys": keys, "percent": percent},
    )


@cache
def _undivided(keys: int) -> list[float]:
    """The mean largest weight for each head size, as on the page."""
    return [p.largest_weight for p in saturation_curve(GRID, keys=keys, queries=256, seed=0) if not p.scaled]


def _is_readable(case: tuple[int, int]) -> bool:
    """Whether the curve crosses the number between its ends, and no point of it is printed like it."""
    keys, percent = case
    weights = [100 * weight for weight in _undivided(keys)]
    return weights[0] < percent < weights[-1] and all(abs(weight - percent) > 0.1 for weight in weights)


def mean_score_of_a_match(rng: Draw) -> Question:
    """The mean of a divided score when the key resembles the query: not 0, and growing with the root of d_k."""
    width, rho = rng.deal(MATCHES)
    mean, variance = predicted_moments(width, rho, "pair")
    return Question(
        f"A head has $d_k = {width}$. Components have the mean 0 and the variance 1, but a query has found its key: "
        "each "
        f"component of the key is correlated with the same component of the query, ρ = {rho:g}. What is the mean of "
        "$q \\cdot k / \\sqrt{d_k}$?",
        answer=mean / width**0.5,
        working=rf"Each product has the mean ρ, so $q \cdot k$ has ${width} \cdot {rho:g} = {mean:g}$, and divided by "
        rf"$\sqrt{{{width}}} = {width**0.5:g}$ that is {mean / width**0.5:g}. The division makes the scores of "
        "*independent* vectors small. Scores of a trained head are neither of mean 0 nor of variance 1: a match stands "
        r"out by $\rho \sqrt{d_k}$.",
        tolerance=0.02,
        kind="misconception",
        hints=(
            "The correlation of two numbers of mean 0 and variance 1 is the mean of their product.",
            "Means add up. Then divide.",
        ),
        confusions={
            0.0: "the mean for *independent* vectors; these two resemble each other",
            mean: r"the mean before the division by $\sqrt{d_k}$",
            rho: "the mean of one product",
            1.0: "the standard deviation that independent vectors would have",
            (variance / width) ** 0.5: "the standard deviation, not the mean",
            mean / width**0.5 / width**0.5: "what comes out when one divides by $d_k$",
        },
        given={"d_k": width, "correlation": rho},
    )
