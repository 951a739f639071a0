"""The questions of the page `lookup`."""

from random import Random

from core.analysis.attention import lookup, point_in_words
from core.exercises.question import Question


def share_of_the_first_value(rng: Random) -> Question:
    """The weight of the better of two keys."""
    query, first, second = ([float(rng.randint(-2, 3)) for _ in range(2)] for _ in range(3))
    answer = lookup([query, query], [first, second], [[1.0, 0.0], [0.0, 1.0]])
    query_at, first_at, second_at = (point_in_words(point, 0) for point in (query, first, second))
    a, b = answer.dots[0].tolist()
    s, t = answer.scores[0].tolist()
    return Question(
        f"A query {query_at} meets the keys {first_at} and {second_at}, with $d_k = 2$ and the division "
        "by $\\sqrt{d_k}$. What share of the answer comes from the first value, in percent?",
        answer=100 * answer.weights[0, 0].item(),
        working=rf"The dot products are {a:g} and {b:g}; divided by $\sqrt 2$ they are {s:.3f} and {t:.3f}. The first "
        rf"weight is $\dfrac{{e^{{{s:.3f}}}}}{{e^{{{s:.3f}}} + e^{{{t:.3f}}}}} = {answer.weights[0, 0].item():.4f}$.",
        tolerance=1.0,
        unit="%",
        digits=1,
    )
