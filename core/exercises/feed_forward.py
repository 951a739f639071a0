"""The questions of the page `feed_forward`."""

from functools import cache
from itertools import product

from core import say
from core.analysis.counting import parameter_count
from core.analysis.inside import activate, firing_shares
from core.exercises.draw import Draw
from core.exercises.question import Question
from core.transformer import ModelConfig

GRID = [i / 10 for i in range(41)]  # the inputs that the page offers
SIZES = tuple(product((256, 512, 768, 1024, 2048), (1, 2, 3, 5, 6, 8, 10), ("encoder", "decoder")))


def share_of_the_feed_forward_network(rng: Draw) -> Question:
    """The FFN's share of the matrices of a layer, for another ratio."""
    width, ratio, part = rng.deal(SIZES)
    count = parameter_count(ModelConfig(d_model=width, d_ff=ratio * width, n_layers=1), biases=False, norms=False)
    layers = {"encoder": count.encoder_layer, "decoder": count.decoder_layer}
    layer, other = layers[part], layers["decoder" if part == "encoder" else "encoder"]
    share, attention = 100 * layer.feed_forward / layer.total, 4 if part == "encoder" else 8
    return Question(
        f"With $d_{{model}} = {width}$ and $d_{{ff}} = {ratio * width}$, what share of the matrices of one {part} "
        "layer is in its feed-forward network, in percent? (No biases, no norms.)",
        answer=share,
        working=rf"The FFN has $2 \cdot {ratio}\,d^2$, attention has ${attention}\,d^2$: "
        rf"$\dfrac{{{say.thousands(layer.feed_forward)}}}{{{say.thousands(layer.total)}}} = "
        rf"{layer.feed_forward / layer.total:.4f}$.",
        tolerance=0.5,
        unit="%",
        digits=1,
        hints=(
            r"Count in units of $d^2$: a matrix of $d \times r\,d$ has $r\,d^2$ numbers, and the FFN has two.",
            "An attention has four matrices of $d \\times d$. A decoder layer has two attentions.",
        ),
        confusions={
            100 - share: "the share of the attention",
            100 * other.feed_forward / other.total: "the share in a layer of the other stack, which has "
            f"{'two attentions' if part == 'encoder' else 'one attention'}",
            100 * ratio / (ratio + attention): "what comes out with one matrix in the FFN; it has two",
            200 / 3: "the share in an encoder layer with $d_{ff} = 4d$",
        },
    )


def input_at_which_units_fire(rng: Draw) -> Question:
    """The smallest input at which a given share of the toy layer's ReLU units is above zero."""
    firing = _firing()
    percents = [n / 2 for n in range(1, 200) if min(firing) < n / 200 < max(firing)]
    percent = rng.deal(percents, lambda p: all(abs(100 * share - p) > 0.05 for share in firing))
    at = next(i for i, share in enumerate(firing) if 100 * share >= percent)
    return Question(
        "In “A layer small enough to see”, with ReLU: what is the smallest input x on the slider at which at least "
        f"{percent:g} % of the 2,048 units are above zero?",
        answer=GRID[at],
        working=f"At x = {GRID[at - 1]:g} it is {say.percent(firing[at - 1])}, at x = {GRID[at]:g} it is "
        f"{say.percent(firing[at])}. A unit with the weight w and the bias b fires where wx > −b, so only those with a "
        "positive weight ever can.",
        digits=1,
        kind="experiment",
        hints=(
            "“Exactly zero” is the share of all other units.",
            "The curve below shows the share for every input. Find where it crosses, and try the inputs beside it.",
        ),
        confusions={
            GRID[at - 1]: "one step too small: there the share is still below",
            next((x for x, share in zip(GRID, firing, strict=True) if 100 * share >= 100 - percent), 0.0): "where so "
            "many are still exactly *zero*",
        },
        given={"percent": percent},
    )


@cache
def _firing() -> list[float]:
    """The share of the toy layer's ReLU units that are above zero, at every input that the page offers."""
    return firing_shares(GRID, "relu")[0]


def sum_of_two_opposite_outputs(rng: Draw) -> Question:
    """y(x) + y(−x) of a tiny network with ReLU: it would be 0 for two layers without an activation."""
    w, v, x = _network(rng)
    up, down = ([weight * sign * x for weight in w] for sign in (1, -1))
    y, minus = (sum(a * b for a, b in zip(v, activate(pre, "relu"), strict=True)) for pre in (up, down))
    linear = sum(a * b for a, b in zip(v, up, strict=True))
    return Question(
        f"One number goes in, one comes out, three ReLU units in between, no biases. The weights in are "
        f"{_listed(w)}, the weights out {_listed(v)}. How much is $y({x}) + y(-{x})$?",
        answer=y + minus,
        working=f"At {x} the units give {_listed(activate(up, 'relu'))}, so $y = {y:g}$. At −{x} they give "
        f"{_listed(activate(down, 'relu'))}, so $y = {minus:g}$. Without an activation it would be "
        f"{_listed([linear])} and {_listed([-linear])}, with the sum 0: two linear layers are one linear layer, $y = "
        f"{linear / x:g}\\,x$. The "
        "activation is what makes two layers more than one.",
        digits=0,
        kind="misconception",
        hints=(
            "A ReLU unit gives its weight times the input where that is positive, and 0 elsewhere.",
            "For the negative input other units are above zero than for the positive one.",
        ),
        confusions={
            0: "the sum without an activation: there two layers are only one, and $y(-x) = -y(x)$",
            y: f"$y({x})$ alone",
            minus: f"$y(-{x})$ alone",
            2 * y: f"what comes out if $y(-{x}) = y({x})$",
            linear: f"$y({x})$ without an activation",
            y - minus: "the difference of the two",
        },
        given={"in": w, "out": v, "x": x},
    )


def _network(rng: Draw) -> tuple[list[int], list[int], int]:
    """Weights of both signs with which the two outputs do not cancel."""
    while True:
        w, v = ([rng.choice([-3, -2, -1, 1, 2, 3]) for _ in range(3)] for _ in range(2))
        if min(w) < 0 < max(w) and sum(a * abs(b) for a, b in zip(v, w, strict=True)):
            return w, v, rng.choice([1, 2, 3])


def _listed(numbers) -> str:
    return ", ".join(f"{number:g}".replace("-", "−") for number in numbers)
