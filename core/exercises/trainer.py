"""The questions of the page `trainer`."""

from random import Random

from core.exercises.question import Question
from core.training import bayes_ceiling


def ceiling_under_a_causal_mask(rng: Random) -> Question:
    """The causal ceiling of reversing sequences of another size."""
    length, alphabet = rng.choice([(2, 4), (3, 8), (4, 4), (5, 4), (3, 4), (2, 8), (6, 2), (4, 2), (5, 2)])
    ceiling = bayes_ceiling("reverse", length, alphabet)
    sure, blind = sum(p == 1 for p in ceiling.per_position), sum(p < 1 for p in ceiling.per_position)
    return Question(
        f"A causal encoder is to reverse sequences of {length} letters from an alphabet of {alphabet}. What share of "
        "the letters can it get right at best, in percent?",
        answer=100 * ceiling.accuracy,
        working=(
            rf"The letter needed at position $i$ stands at {length - 1} − $i$: it has been seen at {sure} of the "
            rf"{length} positions. The other {blind} can only guess, right once in {alphabet}: "
            rf"$\dfrac{{{sure} + {blind}/{alphabet}}}{{{length}}} = {ceiling.accuracy:.4f}$."
        ),
        tolerance=0.1,
        unit="%",
        digits=2,
    )
