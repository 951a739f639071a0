"""The questions of the page `residuals`."""

from random import Random

from core import say
from core.analysis.depth import norm_steps
from core.exercises.question import Question


def component_after_a_norm(rng: Random) -> Question:
    """One component of a normalised vector."""
    vector = [rng.randint(-9, 9) for _ in range(4)]
    vector[0] += 1 if len(set(vector)) == 1 else 0
    steps, i = norm_steps(vector), rng.randrange(4)
    return Question(
        f"The vector ({', '.join(map(str, vector))}) goes through a layer normalisation with γ = 1 and β = 0. "
        f"What becomes of its component {vector[i]} (number {i + 1})?",
        answer=float(steps.normalised[i]),
        working=rf"$\mu = {steps.mean:g}$, $\sigma^2 = {steps.variance:.4g}$, so it becomes $({vector[i]} - "
        rf"{say.bracketed(steps.mean)}) / {steps.divisor:.4f} = {float(steps.normalised[i]):.4f}$.",
        tolerance=0.02,
    )
