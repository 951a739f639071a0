"""The questions of the page `residuals`."""

from functools import cache
from itertools import product

from core import say
from core.analysis.depth import flow, flow_config, norm_steps
from core.exercises.draw import Draw
from core.exercises.question import Question

DEEPEST = 48  # layers that the page offers
CASES = tuple(product((0.99, *(n / 100 for n in range(50, 100, 5))), ("post", "pre"), (0.5, 0.75, 1.0, 1.5, 2.0, 4.0)))


def component_after_a_norm(rng: Draw) -> Question:
    """One component of a normalised vector."""
    vector = [rng.randint(-9, 9) for _ in range(4)]
    vector[0] += 1 if len(set(vector)) == 1 else 0
    steps, i = norm_steps(vector), rng.randrange(4)
    centred, answer = vector[i] - steps.mean, float(steps.normalised[i])
    return Question(
        f"The vector ({', '.join(map(str, vector))}) goes through a layer normalisation with γ = 1 and β = 0. "
        f"What becomes of its component {vector[i]} (number {i + 1})?",
        answer=answer,
        working=rf"$\mu = {steps.mean:g}$, $\sigma^2 = {steps.variance:.4g}$, so it becomes $({vector[i]} - "
        rf"{say.bracketed(steps.mean)}) / {steps.divisor:.4f} = {answer:.4f}$.",
        tolerance=0.02,
        hints=(
            r"Take the mean of the four off, and divide by their standard deviation $\sigma$.",
            r"$\sigma^2$ is the mean of the squared distances from the mean: the sum is divided by 4.",
        ),
        confusions={
            centred: "the component without its mean; it has still to be divided",
            centred / steps.variance: r"what comes out when one divides by the variance: the root is missing",
            centred / (steps.variance * 4 / 3) ** 0.5: "what comes out with a sum of squares over 3. The norm "
            "divides it by 4",
            vector[i] / steps.divisor: "what comes out when the mean is not taken off first",
            vector[i] / (sum(x * x for x in vector) / 4) ** 0.5: "RMSNorm, which takes off no mean",
        },
    )


def depth_of_sameness(rng: Draw) -> Question:
    """The fewest layers after which all positions have become nearly the same vector, with the skips."""
    least, norm, gain = rng.deal(CASES, _is_reached)
    sameness = _sameness(norm, gain)
    depth = next(layer for layer, value in enumerate(sameness) if value >= least)
    return Question(
        f"Choose the norms “{norm}”, a gain of {gain:g}, and seed 0 of the weights. What is the smallest number of "
        f"layers after which the sameness with the skips is at least {least:g}?",
        answer=depth,
        working=f"After {depth - 1} layers it is {say.number(sameness[depth - 1], 3)}, after {depth} it is "
        f"{say.number(sameness[depth], 3)}. With the skips the tokens become alike too, only later than without: "
        "every attention adds to each a mixture of all.",
        digits=0,
        unit="layers",
        kind="experiment",
        hints=(
            "Draw many layers at once: the curve of the sameness with the skips shows all depths.",
            "Then bring the number of layers to where the curve crosses, and read the sentence below it.",
        ),
        confusions={depth - 1: "the last depth at which it is still below"},
        given={"residual_norm": norm, "residual_gain": gain, "least": least},
    )


@cache
def _sameness(norm: str, gain: float) -> list[float]:
    """How alike the tokens are after 0, 1, 2, … layers; a shallower stack is the bottom of a deeper one."""
    return flow(DEEPEST, flow_config(norm), gain=gain).similarity


def _is_reached(case: tuple[float, str, float]) -> bool:
    """Whether the number is reached with layers to spare, and no depth is printed like it."""
    least, norm, gain = case
    sameness = _sameness(norm, gain)
    return sameness[2] < least < sameness[-2] and all(abs(value - least) > 0.0005 for value in sameness)


def number_of_one_token_after_a_norm(rng: Draw) -> Question:
    """One number of two tokens under LayerNorm, which looks at one token alone."""
    tokens, row, column = _two_tokens(rng)
    steps = norm_steps(tokens[row])
    down, everything = norm_steps([token[column] for token in tokens]), norm_steps([*tokens[0], *tokens[1]])
    answer = float(steps.normalised[column])
    first, second = (f"({', '.join(map(str, token))})" for token in tokens)
    return Question(
        f"Two tokens stand in a sequence: the first is {first}, the second {second}. Both go through the layer "
        f"normalisation (γ = 1, β = 0). What becomes of number {column + 1} of the {('first', 'second')[row]} token, "
        f"{tokens[row][column]}?",
        answer=answer,
        working=rf"A norm works on one token at a time, over its own components: $\mu = {steps.mean:.4g}$, "
        rf"$\sigma = {steps.divisor:.4f}$, $({tokens[row][column]} - {say.bracketed(steps.mean)}) / "
        rf"{steps.divisor:.4f} = {answer:.4f}$. The other token does not matter, nor does the rest of a batch; so a "
        "norm does the same in training and in use.",
        tolerance=0.02,
        kind="misconception",
        hints=(
            "Over what does the mean go: over the tokens, over the batch, or over the components of one vector?",
            "Put the vector of that one token into “Layer normalisation, step by step”.",
        ),
        confusions={
            float(down.normalised[row]): "what comes out when the mean goes over the tokens: a batch norm, column by "
            "column",
            float(everything.normalised[3 * row + column]): "what comes out when the mean goes over all six numbers",
            tokens[row][column] - steps.mean: "the number without its mean; it has still to be divided",
        },
        given={"tokens": tokens, "row": row, "column": column},
    )


def _two_tokens(rng: Draw) -> tuple[list[list[int]], int, int]:
    """Two tokens of three numbers, and a number that the mean over the wrong axis would change."""
    while True:
        tokens, row = [[rng.randint(-6, 9) for _ in range(3)] for _ in range(2)], rng.randrange(2)
        column = rng.randrange(3)
        value = float(norm_steps(tokens[row]).normalised[column])
        if len(set(tokens[row])) > 1 and tokens[0][column] != tokens[1][column] and abs(abs(value) - 1) > 0.1:
            return tokens, row, column
