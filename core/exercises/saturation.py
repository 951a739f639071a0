"""The questions of the page `saturation`."""

from functools import cache
from itertools import product

from core import say
from core.analysis.attention import saturation_curve, softmax_row
from core.exercises.draw import Draw
from core.exercises.question import Question

ENTRIES = tuple(product((1, 2, 3, 4), (0.25, 0.5, 0.75, 1, 1.5), ((0, 0), (0, 1), (1, 1))))
SCORES = (2.0, 1.0, 0.0, -1.0)  # the page's own
FACTORS = [n / 10 for n in range(101)]  # that the page offers
GRID = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)  # head sizes
GRADIENTS = {"query_gradient": "a query (the mean over all queries)", "key_gradient": "a key (the mean over all keys)"}
CASES = tuple(product(GRID, (2, 4, 8, 16, 32), GRADIENTS))  # head size, keys, quantity


def entry_of_a_jacobian(rng: Draw) -> Question:
    """One entry of the Jacobian of two weights."""
    gap, factor, (j, m) = rng.deal(ENTRIES)
    row = softmax_row([float(gap), 0.0], float(factor))
    p, answer = row.weights.tolist(), row.jacobian[j, m].item()
    exponent, words = f"{gap * factor:g}", ("first", "second")
    formula = rf"p_{j} (1 - p_{j})" if j == m else rf"-p_{j}\, p_{m}"
    numbers = rf"{p[j]:.4f} \cdot {1 - p[j]:.4f}" if j == m else rf"-{p[j]:.4f} \cdot {p[m]:.4f}"
    return Question(
        f"Two scores, {gap} and 0, are multiplied by {factor:g}. How large is the derivative of the {words[j]} weight "
        f"by the {words[m]} score (after the factor)?",
        answer=answer,
        working=rf"$p_0 = \dfrac{{e^{{{exponent}}}}}{{e^{{{exponent}}} + 1}} = {p[0]:.4f}$, $p_1 = {p[1]:.4f}$, and "
        rf"${formula} = {numbers} = {answer:.4f}$. At a factor of 0 it would be {'' if j == m else '−'}0.25, the "
        "farthest from 0 that there is.",
        tolerance=0.002,
        digits=4,
        hints=(
            "First the two weights: the softmax of the scores after the factor.",
            r"$\partial p_j / \partial s_m = p_j (\delta_{jm} - p_m)$, where $\delta$ is 1 for $j = m$ and 0 "
            r"elsewhere.",
        ),
        confusions={
            -answer: "the right size with the wrong sign: a score raises its own weight and lowers the others",
            p[j]: "the weight itself",
            p[j] ** 2: "the weight squared",
            float(softmax_row([float(gap), 0.0]).jacobian[j, m]): "the derivative at a factor of 1",
            answer * factor: "the derivative by the score *before* the factor",
        },
    )


def factor_of_a_small_jacobian(rng: Draw) -> Question:
    """The smallest factor at which the norm of the page's Jacobian is below a number."""
    norms = _norms()
    below = rng.deal([n / 200 for n in range(2, 84)], lambda b: all(abs(norm - b) > 0.0001 for norm in norms))
    at = next(n for n, norm in enumerate(norms) if norm < below)
    return Question(
        f"With the page's four scores, {', '.join(say.number(score, 0) for score in SCORES)}: what is the smallest "
        f"factor on the slider at which the norm of the Jacobian is below {below:g}?",
        answer=FACTORS[at],
        working=f"At the factor {FACTORS[at - 1]:g} it is {norms[at - 1]:.4f}, at {FACTORS[at]:g} it is "
        f"{norms[at]:.4f}. The largest weight is then {softmax_row(SCORES, FACTORS[at]).largest:.3f}.",
        digits=1,
        kind="experiment",
        hints=(
            "The sentence under the map of derivatives gives the norm of the whole.",
            "The curves over the factor show where to look. The norm is not largest at 0, but it falls in the end.",
        ),
        confusions={FACTORS[at - 1]: "one step too small: there it is not below the number yet"},
        given={"jacobian_scores": SCORES, "below": below},
    )


@cache
def _norms() -> list[float]:
    return [softmax_row(SCORES, factor).norm for factor in FACTORS]


def gradient_without_the_division(rng: Draw) -> Question:
    """How many times larger a mean gradient is without the division: saturation does not shrink every gradient."""
    width, keys, name = rng.deal(CASES, lambda case: _ratio(*case) > 1.1)
    divided, undivided = _gradients(width, keys, name)
    norms = _gradients(width, keys, "jacobian_norm")
    return Question(
        f"Choose $d_k = {width}$ and {keys} keys in a row, with the page's seed 0. Without the division by √d_k the "
        f"softmax saturates. How many times as long is then the gradient at {GRADIENTS[name]} as with the division?",
        answer=undivided / divided,
        working=f"Divided it is {divided:.3f}, undivided {undivided:.3f}: {undivided / divided:.2f} times as long, "
        f"although the Jacobian's norm goes from {norms[0]:.3f} to {norms[1]:.3f}. The last step back, from a score to "
        r"its query or key, is $\sqrt{d_k}$ times larger without the division, and the few queries between two keys "
        r"are "
        "not saturated at all.",
        tolerance=0.03 * undivided / divided,
        digits=2,
        kind="misconception",
        hints=(
            "“What reaches the query and the key” has a figure for each; the sentence below gives both numbers.",
            "Divide the one without the division by the one with it.",
        ),
        confusions={
            divided / undivided: "the reciprocal: it is *longer* without the division",
            norms[1] / norms[0]: "the ratio of the Jacobian's norms; what arrives at the vectors is another thing",
            width**0.5: r"$\sqrt{d_k}$: that is the last step alone, before the softmax has its say",
            undivided: "the length without the division; asked is how many times as long",
        },
        given={"saturation_width": width, "saturation_keys": keys, "quantity": name},
    )


@cache
def _points(keys: int):
    return {(point.d_k, point.scaled): point for point in saturation_curve(GRID, keys=keys, seed=0)}


def _gradients(width: int, keys: int, name: str) -> tuple[float, float]:
    """A quantity with the division and without."""
    return tuple(getattr(_points(keys)[width, scaled], name) for scaled in (True, False))


def _ratio(width: int, keys: int, name: str) -> float:
    divided, undivided = _gradients(width, keys, name)
    return undivided / divided
