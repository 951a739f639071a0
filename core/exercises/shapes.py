"""The questions of the page `shapes`."""

from random import Random

from core.analysis.attention import AXIS_LETTERS, attention_tensors
from core.exercises.question import Question


def size_of_a_tensor(rng: Random) -> Question:
    """The size of one tensor for sizes too large to count."""
    heads = rng.choice([2, 3, 4])
    d, t, b = heads * rng.choice([4, 6, 8]), rng.randint(6, 12), rng.choice([1, 2, 3])
    name = rng.choice(["S", "Q", "concat", "W_O"])
    row = {row.name: row for row in attention_tensors(t, d, heads, batch=b)}[name]
    product = r" \cdot ".join(map(str, row.shape))
    axes = ", ".join(rf"\text{{{axis}}}" for axis in (AXIS_LETTERS[a].replace("dₖ", "d/H") for a in row.axes))
    return Question(
        f"A layer of width d = {d} with H = {heads} heads reads B = {b} × T = {t} tokens. "
        f"How many numbers does the tensor **{name}** ({row.expression}) hold?",
        answer=row.elements,
        working=rf"Its axes are $[{axes}]$, so it holds ${product} = {row.elements}$ numbers.",
        digits=0,
    )
