"""The questions of the page `attention`."""

from random import Random

from core.analysis.attention import softmax_row
from core.exercises.question import Question


def weight_of_one_of_two_keys(rng: Random) -> Question:
    """The weight of one of two keys, from the dot products."""
    d_k = rng.choice([4, 16, 64])
    first, second = rng.sample([-8, -4, 0, 4, 8, 12, 16], 2)
    root = {4: 2, 16: 4, 64: 8}[d_k]
    share = float(softmax_row([first, second], scale=d_k**-0.5).weights[0])
    return Question(
        f"A query meets two keys. The dot products are {first} and {second}, and the vectors have $d_k = {d_k}$ "
        "components. How much weight goes to the first key, in percent?",
        answer=100 * share,
        working=rf"Divide by $\sqrt{{{d_k}}} = {root}$, then take the softmax: "
        rf"$\dfrac{{e^{{{first}/{root}}}}}{{e^{{{first}/{root}}} + e^{{{second}/{root}}}}} = {share:.4f}$.",
        tolerance=1.0,
        unit="%",
        digits=1,
    )
