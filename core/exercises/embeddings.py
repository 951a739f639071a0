"""The questions of the page `embeddings`."""

from random import Random

from core import say
from core.exercises.question import Question
from core.text import compare


def angle_of_two_vectors(rng: Random) -> Question:
    """The angle of two small vectors."""
    u, v = ([rng.choice([-3, -2, -1, 1, 2, 3]) for _ in range(2)] for _ in range(2))
    one = compare(u, v)
    return Question(
        f"What is the angle between $u = ({u[0]}, {u[1]})$ and $v = ({v[0]}, {v[1]})$, in degrees?",
        answer=one.angle,
        working=(
            rf"$u \cdot v = {one.dot:g}$, $\|u\| = {one.length_u:.3f}$, $\|v\| = {one.length_v:.3f}$, so "
            rf"$\cos\theta = {one.dot:g} / ({one.length_u:.3f} \cdot {one.length_v:.3f}) = "
            rf"{say.number(one.cosine, 3)}$ and $\theta = {one.angle:.1f}^\circ$."
        ),
        tolerance=1.0,
        unit="degrees",
        digits=1,
    )
