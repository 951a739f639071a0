"""The questions of the page `lookup`."""

from functools import cache
from itertools import product

from core.analysis.attention import lookup, point_in_words, polar, weights_by_length
from core.exercises.draw import Draw
from core.exercises.question import Question

KEYS = ((2.0, 0.8), (1.0, 2.2), (-1.6, 1.8), (1.6, -1.8), (-0.4, -0.6))  # the page's own: cat, dog, car, oak, it
LENGTHS = [n / 10 for n in range(101)]  # of the query, as the page offers them
CASES = tuple(product(range(0, 360, 5), (50, 60, 70, 80, 90, 95)))  # direction, percent


def share_of_the_first_value(rng: Draw) -> Question:
    """The weight of the first of two keys, where neither gets next to nothing and they do not tie."""
    query, first, second, answer = _query_and_keys(rng)
    query_at, first_at, second_at = (point_in_words(point, 0) for point in (query, first, second))
    share = answer.weights[0, 0].item()
    a, b = answer.dots[0].tolist()
    s, t = answer.scores[0].tolist()
    undivided = lookup([query, query], [first, second], [[1.0, 0.0], [0.0, 1.0]], scaled=False).weights[0, 0].item()
    return Question(
        f"A query {query_at} meets the keys {first_at} and {second_at}, with $d_k = 2$ and the division "
        "by $\\sqrt{d_k}$. What share of the answer comes from the first value, in percent?",
        answer=100 * share,
        working=rf"The dot products are {a:g} and {b:g}; divided by $\sqrt 2$ they are {s:.3f} and {t:.3f}. The first "
        rf"weight is $\dfrac{{e^{{{s:.3f}}}}}{{e^{{{s:.3f}}} + e^{{{t:.3f}}}}} = {share:.4f}$.",
        tolerance=1.0,
        unit="%",
        digits=1,
        hints=(
            "The dot product of two vectors is the sum of the products of their components.",
            r"Divide both dot products by $\sqrt 2$; of two scores $s$ and $t$ the first gets $e^s / (e^s + e^t)$.",
        ),
        confusions={
            100 * (1 - share): "the share of the *second* value",
            100 * undivided: r"what comes out without the division by $\sqrt{d_k}$",
            100.0 * (a > b): "the answer of a hard lookup: all or nothing",
            share: "the share itself, not in percent",
        },
    )


def _query_and_keys(rng: Draw):
    while True:
        query, first, second = ([float(rng.randint(-2, 3)) for _ in range(2)] for _ in range(3))
        answer = lookup([query, query], [first, second], [[1.0, 0.0], [0.0, 1.0]])
        share = answer.weights[0, 0].item()
        if 0.02 < share < 0.98 and abs(share - 0.5) > 0.02:
            return query, first, second, answer


def length_for_a_share(rng: Draw) -> Question:
    """The smallest length of the query at which the best key has so much of the weight."""
    angle, percent = rng.deal(CASES, _is_readable)
    largest = _largest(angle)
    at = next(n for n, share in enumerate(largest) if 100 * share >= percent)
    return Question(
        f"With the page's five tokens, and the division by √d_k: turn the query to {angle} degrees. What is the "
        f"smallest length on the slider at which one token gives at least {percent} % of the answer?",
        answer=LENGTHS[at],
        working=f"At the length {LENGTHS[at - 1]:g} the largest weight is {100 * largest[at - 1]:.1f} %, at "
        f"{LENGTHS[at]:g} it is {100 * largest[at]:.1f} %. All scores grow with the length of the query, and so do the "
        "differences between them, which alone decide.",
        digits=1,
        kind="experiment",
        hints=(
            "The sentence under the bars gives the largest weight.",
            "Length is confidence: the largest weight rises with the length, in every direction.",
        ),
        confusions={
            LENGTHS[at - 1]: "one step too short: there it is still less",
            next(
                n for n, x in zip(LENGTHS, _largest(angle, False), strict=True) if 100 * x >= percent
            ): "what it takes without the division by √d_k",
        },
        given={"query_angle": angle, "percent": percent},
    )


@cache
def _largest(angle: int, scaled: bool = True) -> list[float]:
    """The largest weight at each length of a query in this direction."""
    return weights_by_length(polar(angle, 1.0), LENGTHS, KEYS, scaled=scaled).amax(-1).tolist()


def _is_readable(case: tuple[int, int]) -> bool:
    """Whether the share is reached on the slider, and no length is printed like it."""
    angle, percent = case
    return max(_largest(angle)) > percent / 100 and all(abs(100 * x - percent) > 0.05 for x in _largest(angle))


def weight_of_the_way_back(rng: Draw) -> Question:
    """w_ji where w_ij is given and every query is its token's own key: the rows are divided by different sums."""
    points, i, j, found = _three_points(rng)
    there, back = found.weights[i, j].item(), found.weights[j, i].item()
    names = "ABC"
    listed = ", ".join(f"{name} {point_in_words(point, 0)}" for name, point in zip(names, points, strict=True))
    return Question(
        f"Three tokens ask each with its own key: {listed}. So the score of {names[i]} for {names[j]} is the score of "
        f"{names[j]} for {names[i]}. {names[i]} gives {names[j]} a weight of {100 * there:.1f} %. How much weight does "
        f"{names[j]} give to {names[i]}, in percent? (Divide by $\\sqrt{{d_k}} = \\sqrt 2$.)",
        answer=100 * back,
        working=f"Row {names[j]} has the dot products {', '.join(f'{dot:g}' for dot in found.dots[j].tolist())}; "
        f"divided by √2 and put through the softmax they are "
        f"{', '.join(f'{100 * w:.1f} %' for w in found.weights[j].tolist())}. The scores are symmetric, the weights "
        "are "
        "not: each row is divided by its own sum.",
        tolerance=0.7,
        unit="%",
        digits=1,
        kind="misconception",
        hints=(
            f"Write down the whole row of {names[j]}: its dot product with each of the three, itself included.",
            "The softmax runs along that row.",
        ),
        confusions={
            100 * there: f"the weight that {names[i]} gives to {names[j]}: the scores are equal, the sums of the rows "
            "are not",
            100 * found.weights[j, j].item(): f"what {names[j]} keeps for itself",
            100 * lookup(points, points, points, scaled=False).weights[j, i].item(): "what comes out without the "
            "division",
        },
        given={"points": points, "i": i, "j": j},
    )


def _three_points(rng: Draw):
    """Three tokens of which two do not look at each other alike, and neither overlooks the other."""
    while True:
        points = [[float(rng.randint(-2, 2)) for _ in range(2)] for _ in range(3)]
        i, j = rng.sample(range(3), 2)
        found = lookup(points, points, points)
        there, back = found.weights[i, j].item(), found.weights[j, i].item()
        if 0.05 < back < 0.95 and abs(there - back) > 0.05:
            return points, i, j, found
