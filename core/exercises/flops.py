"""The questions of the page `flops`."""

from random import Random

from core.analysis.counting import crossovers
from core.exercises.question import Question


def length_at_a_crossover(rng: Random) -> Question:
    """One of the three crossovers, for another width."""
    d, ratio = rng.choice([256, 512, 768, 1024, 2048]), rng.choice([2, 4, 6, 8])
    one = rng.choice(crossovers(d, ratio * d)[1:])
    other_side = rf"2 \cdot {d} + {ratio * d}" if "linear" in one.name else f"{ratio * d}"
    return Question(
        f"A layer has width d = {d:,} and a feed-forward network of d_ff = {ratio}d = {ratio * d:,} with two matrices. "
        f"At which length T is the cost equal, so that beyond it {one.name}?",
        answer=one.length,
        working="Scores and mixing cost $4T^2d$, the feed-forward network $4Td\\,d_{ff}$, the projections $8Td^2$. "
        f"Set the sides equal and divide by $4Td$: $T = {other_side} = {one.length:,.0f}$.",
        digits=0,
    )
