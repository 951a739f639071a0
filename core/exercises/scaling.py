"""The questions of the page `scaling`."""

from random import Random

from core.analysis.attention import predicted_moments
from core.exercises.question import Question


def spread_of_scores(rng: Random) -> Question:
    """The spread of unscaled scores, forwards or backwards."""
    width = rng.choice([4, 9, 16, 25, 36, 49, 64, 81, 100, 144, 256, 400])
    variance = predicted_moments(width)[1]
    if rng.random() < 0.5:
        return Question(
            f"A head has d_k = {width}. Components are independent, with mean 0 and variance 1. What is the standard "
            "deviation of q · k before it is divided?",
            answer=variance**0.5,
            working=rf"The variance is $d_k = {width}$, the standard deviation its root: {variance**0.5:g}.",
            tolerance=0.05,
        )
    rho = rng.choice([0.1, 0.2, 0.5])
    broken = predicted_moments(width, rho)[1]
    return Question(
        f"A head has d_k = {width}, and the components of each vector are correlated with ρ = {rho:g}. What is the "
        "variance of q · k before it is divided?",
        answer=broken,
        working=(
            rf"$d_k + d_k (d_k - 1)\,\rho^2 = {width} + {width} \cdot {width - 1} \cdot {rho:g}^2 = {broken:g}$, "
            rf"where independence would give {width}."
        ),
        tolerance=0.05 + broken / 1000,
    )
