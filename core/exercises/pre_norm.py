"""The questions of the page `pre_norm`."""

from functools import cache
from itertools import product

from core import say
from core.analysis.depth import flow, flow_config, norm_steps
from core.exercises.draw import Draw
from core.exercises.question import Question
from core.transformer import rms_norm

SEEDS = tuple(product(range(100), (1.5, 1.75, 2.0, 2.25, 2.5)))  # seed of the weights, gradient at the input
STACKS = tuple(product(range(1, 25), (1, 2, 3)))  # layers, mean square of x


def middle_of_a_block(rng: Draw) -> Question:
    """The middle of a block, for a given result of attention."""
    x, a = ([rng.randint(-3, 4) for _ in range(3)] for _ in range(2))
    total = [p + q for p, q in zip(x, a, strict=True)]
    total[0] += 1 if len(set(total)) == 1 else 0
    a[0] = total[0] - x[0]
    place, i = rng.choice(("pre", "post")), rng.randrange(3)
    steps = norm_steps(total)
    normalised, without_mean = float(steps.normalised[i]), float(rms_norm(steps.x)[i])
    answer = float(steps.x[i]) if place == "pre" else normalised
    working = f"The sum is $({', '.join(map(str, total))})$." + (
        " With pre-norm nothing more happens on the stream."
        if place == "pre"
        else rf" Its mean is ${steps.mean:.4g}$, its variance ${steps.variance:.4g}$: "
        rf"$({total[i]} - {say.bracketed(steps.mean)}) / {steps.divisor:.4f} = {answer:.4f}$."
    )
    other = {normalised: "what post-norm gives: it normalises the sum. With pre-norm the norm stands on the branch"}
    if place == "post":
        other = {
            total[i]: "what pre-norm gives: the sum. With post-norm the sum goes through the norm",
            without_mean: "RMSNorm of the sum; LayerNorm takes the mean off first",
            total[i] - steps.mean: "the sum without its mean; it has still to be divided",
        }
    return Question(
        f"x = ({', '.join(map(str, x))}), and attention gives ({', '.join(map(str, a))}). The block is "
        f"**{place}-norm** with LayerNorm (γ = 1, β = 0). What is component {i + 1} of $x_{{mid}}$?",
        answer=answer,
        working=working,
        tolerance=0.02,
        hints=(
            "What attention gives is added to x in both kinds of block. Where does the norm stand?",
            "Post-norm: on the stream, after the addition. Pre-norm: on the branch, before attention.",
        ),
        confusions={a[i]: "what attention gives, not yet added to x", x[i]: "x itself"} | other,
    )


def depth_of_a_gradient(rng: Draw) -> Question:
    """The fewest layers with which the input of a pre-norm stack gets so much of the gradient at the top."""
    seed, least = rng.deal(SEEDS, lambda case: _depth(*case) is not None)
    depth = _depth(seed, least)
    before, at = (_gradient(seed, layers) for layers in (depth - 1, depth))
    return Question(
        f"In “The gradient in a fresh stack” (RMSNorm and SwiGLU, as the page opens), set the seed of the weights to "
        f"{seed}. What is the smallest number of layers with which the input gets at least {least:g} times the "
        "gradient "
        "at the top, with pre-norm?",
        answer=depth,
        working=f"With {depth - 1} layers it gets {before:.2f} times as much, with {depth} layers {at:.2f} times. In a "
        r"pre-norm stack $\partial x_L / \partial x_0$ is 1 plus what the branches add, and every layer adds its "
        r"share.",
        digits=0,
        unit="layers",
        kind="experiment",
        hints=(
            "Set the seed, then begin with few layers and add one at a time.",
            "The sentence under the first of the two figures says how many times as much the input gets.",
        ),
        confusions={depth - 1: "one layer too few: there it is still less"},
        given={"pre_norm_seed": seed, "least": least},
    )


def _depth(seed: int, least: float) -> int | None:
    """The first depth of at most a dozen that reaches it, where the page's digits leave no doubt; else None."""
    for layers in range(1, 13):
        if abs(_gradient(seed, layers) - least) < 0.006:
            return None
        if _gradient(seed, layers) > least:
            return layers if layers > 1 else None
    return None


@cache
def _gradient(seed: int, layers: int) -> float:
    config = flow_config("pre", norm="rms", activation="swiglu")
    return flow(layers, config, seed=seed).gradient_at_input


def stream_before_the_final_norm(rng: Draw) -> Question:
    """How large the stream of a pre-norm stack has become when nothing on it is normalised."""
    layers, square = rng.deal(STACKS)
    added = 2 * layers
    size = (square + added) ** 0.5
    return Question(
        f"A pre-norm stack has {layers} layer{'s' if layers > 1 else ''} of two sub-layers. The numbers of its input "
        f"have the mean square {square}; each sub-layer adds numbers of the mean square 1, and none of these vectors "
        "have anything to do with each other. What is the root mean square of the stream after the last layer?",
        answer=size,
        working=rf"Mean squares of unrelated vectors add up: ${square} + 2 \cdot {layers} = {square + added}$, with "
        rf"the "
        rf"root {size:.3f}. The norms stand on the branches, and nothing on the stream takes this growth back. So a "
        "pre-norm stack ends with one more norm, before the output layer.",
        tolerance=0.02,
        kind="misconception",
        hints=(
            "Which norm has the stream itself gone through on its way?",
            "For unrelated vectors the mean square of a sum is the sum of the mean squares.",
        ),
        confusions={
            1.0: "what a norm would make of it; but the norms stand on the branches, not on the stream",
            square**0.5: "the size of the input: the sub-layers have added to it",
            float(square + added): "the mean square; asked is its root",
            (square + layers) ** 0.5: "what comes out with one sub-layer a layer; there are two",
            square**0.5 + added: "what comes out when sizes are added; the squares add up",
        },
        given={"layers": layers, "square": square},
    )
