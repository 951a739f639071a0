"""The questions of the page `pre_norm`."""

from random import Random

from core import say
from core.analysis.depth import norm_steps
from core.exercises.question import Question


def middle_of_a_block(rng: Random) -> Question:
    """The middle of a block, for a given result of attention."""
    x, a = ([rng.randint(-3, 4) for _ in range(3)] for _ in range(2))
    total = [p + q for p, q in zip(x, a, strict=True)]
    total[0] += 1 if len(set(total)) == 1 else 0
    a[0] = total[0] - x[0]
    place, i = rng.choice(("pre", "post")), rng.randrange(3)
    steps = norm_steps(total)
    answer = float(steps.x[i] if place == "pre" else steps.normalised[i])
    working = f"The sum is $({', '.join(map(str, total))})$." + (
        " With pre-norm nothing more happens on the stream."
        if place == "pre"
        else rf" Its mean is ${steps.mean:.4g}$, its variance ${steps.variance:.4g}$: "
        rf"$({total[i]} - {say.bracketed(steps.mean)}) / {steps.divisor:.4f} = {answer:.4f}$."
    )
    return Question(
        f"x = ({', '.join(map(str, x))}), and attention gives ({', '.join(map(str, a))}). The block is "
        f"**{place}-norm** with LayerNorm (γ = 1, β = 0). What is component {i + 1} of $x_{{mid}}$?",
        answer=answer,
        working=working,
        tolerance=0.02,
    )
