"""The questions of the page `shapes`."""

from functools import lru_cache
from itertools import product

from core.analysis.attention import AXIS_LETTERS, attention_tensors
from core.exercises.draw import Draw
from core.exercises.question import Question

WIDTHS, LONGEST, BATCHES = (4, 6, 8, 12, 16, 24, 32, 48, 64), 16, (1, 2, 3, 4)  # that the page offers
HEADS = (1, 2, 3, 4, 6, 8, 12, 16)
CASES = tuple(
    (other, d, heads, batch)
    for other, d, heads, batch in product(("X", "W_Q"), WIDTHS, HEADS, BATCHES)
    if d % heads == 0
)
SLICES = tuple(
    (d, heads)
    for d, heads in product((12, 24, 32, 48, 64, 96, 128, 192, 256, 512, 768, 1024), HEADS[1:])
    if d % heads == 0
)


def size_of_a_tensor(rng: Draw) -> Question:
    """The size of one tensor for sizes too large to count."""
    heads = rng.choice([2, 3, 4])
    d, t, b = heads * rng.choice([4, 6, 8]), rng.randint(6, 12), rng.choice([1, 2, 3])
    name = rng.choice(["S", "Q", "concat", "W_O"])
    row = {row.name: row for row in attention_tensors(t, d, heads, batch=b)}[name]
    product_of_axes = r" \cdot ".join(map(str, row.shape))
    axes = ", ".join(rf"\text{{{axis}}}" for axis in (AXIS_LETTERS[a].replace("dₖ", "d/H") for a in row.axes))
    return Question(
        f"A layer of width d = {d} with H = {heads} heads reads {b} sequence{'s' if b > 1 else ''} (B) of {t} tokens "
        f"(T). How many numbers does the tensor **{name}** ({row.expression}) hold?",
        answer=row.elements,
        working=rf"Its axes are $[{axes}]$, so it holds ${product_of_axes} = {row.elements}$ numbers.",
        digits=0,
        hints=(
            "Write down the axes of the tensor first. Which of B, H, T, d and d/H belong to it?",
            "A weight knows neither tokens nor sequences; a score belongs to a pair of tokens, in every head.",
        ),
        confusions={
            row.elements * b: "one factor B too many: a weight is shared by all sequences",
            row.elements // b: "the numbers of one sequence of the batch",
            row.elements // heads: "the numbers of one head",
            row.elements * heads: "one factor H too many: the heads share the width among them",
            row.elements * t // d: "what comes out with T for d",
            row.elements * d // t: "what comes out with d for T",
        },
    )


def length_at_which_scores_outgrow(rng: Draw) -> Question:
    """The smallest number of tokens at which S holds more numbers than X, or than W_Q."""
    other, d, heads, batch = rng.deal(CASES, lambda case: (_length(*case) or 0) > 1)
    length = _length(other, d, heads, batch)
    (s, x), (s_before, x_before) = (_sizes(t, other, d, heads, batch) for t in (length, length - 1))
    rule = rf"$B\,H\,T^2 > B\,T\,d$, so $T > d/H = {d / heads:g}$" if other == "X" else rf"$B\,H\,T^2 > d^2 = {d * d}$"
    sequences = f"{batch} sequences" if batch > 1 else "one sequence"
    return Question(
        f"Set the width to {d}, the heads to {heads}, and {sequences}. What is the smallest number of tokens at which "
        "S "
        f"holds more numbers than {other}?",
        answer=length,
        working=f"With {length - 1} tokens S has {s_before:,} and {other} {x_before:,} numbers, with {length} tokens "
        f"{s:,} and {x:,}. By formula: {rule}.",
        digits=0,
        unit="tokens",
        kind="experiment",
        hints=(
            "The bars and the table give the numbers in each tensor.",
            "S grows with the square of the tokens. Does the other one grow at all?",
        ),
        confusions={
            length - 1: "one token too few: there S has not more yet",
            d + 1: "what comes out with one head; S has a map for each",
        },
        given={"shapes_width": d, "shapes_heads": heads, "shapes_batch": batch, "other": other},
    )


@lru_cache(maxsize=1024)
def _length(other: str, d: int, heads: int, batch: int) -> int | None:
    """The first offered length at which S is the larger one, None where there is none."""
    sizes = ((t, _sizes(t, other, d, heads, batch)) for t in range(1, LONGEST + 1))
    return next((t for t, (s, x) in sizes if s > x), None)


def _sizes(length: int, other: str, d: int, heads: int, batch: int) -> tuple[int, int]:
    """The numbers in S, and in X or W_Q."""
    elements = {row.name: row.elements for row in attention_tensors(length, d, heads, batch=batch)}
    return elements["S"], elements[other]


def weights_behind_a_query(rng: Draw) -> Question:
    """How many weights make one head's query of a token: it reads all of x."""
    d, heads = rng.deal(SLICES)
    head = rng.randrange(heads)
    d_k = d // heads
    return Question(
        f"A layer of width d = {d:,} has H = {heads} heads. How many numbers of $W_Q$ take part in the query of head "
        f"{head} for one token?",
        answer=d * d_k,
        working=rf"Head {head} owns the columns {head * d_k} to {(head + 1) * d_k - 1} of $W_Q$, {d_k} of them, and "
        rf"each column has d = {d} numbers, one for each component of x: ${d} \cdot {d_k} = {d * d_k}$. What is cut "
        "into slices is the *result* of the product. Every head reads the whole vector.",
        digits=0,
        kind="misconception",
        hints=(
            "The query of a head has d/H components. Which numbers of x does each of them depend on?",
            "A component of $x W_Q$ is the product of x with one column of $W_Q$.",
        ),
        confusions={
            d_k * d_k: "what comes out if a head reads only its slice of x; it reads all of it",
            d * d: "the whole matrix, which makes the queries of all heads",
            d_k: "the components of the query",
            d: "the numbers behind one component of the query",
        },
        given={"width": d, "heads": heads, "head": head},
    )
