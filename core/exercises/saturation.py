"""The questions of the page `saturation`."""

from random import Random

from core.analysis.attention import softmax_row
from core.exercises.question import Question


def entry_of_a_jacobian(rng: Random) -> Question:
    """One entry of the Jacobian of two or three weights."""
    gap, factor = rng.choice([1, 2]), rng.choice([0.5, 1, 2])
    row = softmax_row([float(gap), 0.0], float(factor))
    p, q = row.weights.tolist()
    exponent = f"{gap * factor:g}"
    return Question(
        f"Two scores, {gap} and 0, are multiplied by {factor:g}. How large is the derivative of the first weight "
        "by the first score (after the factor)?",
        answer=row.jacobian[0, 0].item(),
        working=rf"$p_0 = \dfrac{{e^{{{exponent}}}}}{{e^{{{exponent}}} + 1}} = {p:.4f}$, and $p_0 (1 - p_0) = {p:.4f} "
        rf"\cdot {q:.4f} = {p * q:.4f}$. At a factor of 0 it would be 0.25, the most there is.",
        tolerance=0.002,
        digits=4,
    )
