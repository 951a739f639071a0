"""The questions of the page `trainer`."""

import math
from functools import cache
from itertools import product

from core.exercises.draw import Draw
from core.exercises.question import Question
from core.training import TrainerConfig, bayes_ceiling, train

# Lengths and alphabets whose inputs can all be tried.
SIZES = tuple((t, a) for t, a in product(range(2, 9), range(2, 17)) if a**t <= 4096)
ASKED = tuple(product(SIZES, ("accuracy", "loss")))
RUNS = tuple(product(range(10), (30, 40, 50, 60, 70, 80, 90, 95, 99, 100)))  # seed, percent
DELAYS = tuple((t, a, k) for t, a, k in product(range(3, 13), (2, 4, 5, 8, 10), range(1, 8)) if k < t - 1)


def ceiling_under_a_causal_mask(rng: Draw) -> Question:
    """The best accuracy, or the least loss, of reversing sequences of another size under a causal mask."""
    (length, alphabet), what = rng.deal(ASKED)
    ceiling = bayes_ceiling("reverse", length, alphabet)
    sure, blind = sum(p == 1 for p in ceiling.per_position), sum(p < 1 for p in ceiling.per_position)
    seen = (
        rf"The letter needed at position $i$ stands at {length - 1} − $i$: it has been seen at {sure} of the {length} "
        f"positions. The other {blind} can only guess"
    )
    hints = (
        f"To reverse, position $i$ needs the letter of position {length - 1} − $i$. Under a causal mask it sees the "
        "positions up to $i$.",
        "Count the positions that see their letter. Each of the others guesses among the whole alphabet.",
    )
    opening = f"A causal encoder is to reverse sequences of {length} letters from an alphabet of {alphabet}. "
    if what == "loss":
        loss = ceiling.cross_entropy
        return Question(
            opening + "What is the least loss it can reach, in nats a letter?",
            answer=loss,
            working=rf"{seen}, which costs $\ln {alphabet} = {math.log(alphabet):.4f}$ nats each: "
            rf"$\dfrac{{{blind} \cdot {math.log(alphabet):.4f}}}{{{length}}} = {loss:.4f}$.",
            tolerance=0.005,
            unit="nats",
            digits=4,
            hints=(*hints, f"To guess one of {alphabet} letters costs the natural logarithm of {alphabet}."),
            confusions={
                loss / math.log(2): "the loss in bits; a bit is ln 2 = 0.69 nats",
                math.log(alphabet): "what guessing costs at *every* position",
                blind * math.log(alphabet): "the loss of the whole sequence, not of a letter",
                0.0: "the least loss without the mask",
            },
        )
    share = 100 * ceiling.accuracy
    return Question(
        opening + "What share of the letters can it get right at best, in percent?",
        answer=share,
        working=rf"{seen}, right once in {alphabet}: $\dfrac{{{sure} + {blind}/{alphabet}}}{{{length}}} = "
        rf"{ceiling.accuracy:.4f}$.",
        tolerance=0.1,
        unit="%",
        digits=2,
        hints=hints,
        confusions={
            100 * sure / length: "what comes out when a guess is never right",
            100 / alphabet: "what guessing gives at every position",
            100.0: "the best without the mask",
            100 * blind / length: "the positions that do *not* see their letter",
            ceiling.accuracy: "the share itself, not in percent",
        },
    )


def first_good_measurement(rng: Draw) -> Question:
    """The first step at which a training is measured to be right on so many of all letters."""
    seed, percent = rng.deal(RUNS)
    measured = _measured(seed)
    at = next(n for n, (_, accuracy) in enumerate(measured) if 100 * accuracy >= percent)
    (earlier, before), (step, accuracy) = measured[at - 1], measured[at]
    last = TrainerConfig(seed=seed).steps
    return Question(
        f"Train with the seed {seed}, everything else as the page opens: reverse, bidirectional. At which step is the "
        f"token accuracy on all inputs measured to be {'100 %' if percent == 100 else f'at least {percent} %'} for the "
        "first time?",
        answer=step,
        working=f"At step {earlier} it is {100 * before:.2f} %, at the next measurement, step {step}, it is "
        f"{100 * accuracy:.2f} %. All 4,096 inputs are tried, so this is no estimate. Another seed takes another "
        "number "
        "of steps.",
        digits=0,
        kind="experiment",
        hints=(
            "Press Train. The accuracy is measured every five steps at first; the curve has every measurement.",
            "Open the data of the accuracy, and look for the first row that is high enough.",
        ),
        confusions={
            earlier: "the measurement before: there it is not high enough yet",
            last: "the last step of the training",
        },
        given={"seed": seed, "percent": percent},
    )


@cache
def _measured(seed: int) -> list[tuple[int, float]]:
    """Step and accuracy of each measurement, up to the first without a mistake."""
    found = {}
    for step in train(TrainerConfig(seed=seed)):
        found[step.measured_at] = step.accuracy
        if step.accuracy == 1:
            break
    return list(found.items())


def share_with_a_delay(rng: Draw) -> Question:
    """How well a causal model reverses when each answer comes some positions later."""
    length, alphabet, delay = rng.deal(DELAYS)
    sure = sum(length - 1 - i <= i + delay for i in range(length))
    at_once = sum(length - 1 - i <= i for i in range(length))
    share, worse = (n + (length - n) / alphabet for n in (sure, at_once))
    return Question(
        f"A causal model reverses {length} letters from an alphabet of {alphabet}, but it may wait: the letter for "
        "place "
        f"$i$ is written {delay} position{'s' if delay > 1 else ''} later, when the letters up to $i + {delay}$ have "
        "been seen. What share of the letters can it get right at best, in percent?",
        answer=100 * share / length,
        working=f"Place $i$ needs letter {length - 1} − $i$, which it has seen when {length - 1} − $i$ ≤ $i$ + "
        f"{delay}: "
        rf"at {sure} of the {length} places. $\dfrac{{{sure} + {length - sure}/{alphabet}}}{{{length}}} = "
        rf"{share / length:.4f}$. With a delay of {length - 1} it would be 100 %: a causal model cannot reverse *in "
        "place*, but one that answers after reading can, as a decoder does.",
        tolerance=0.1,
        unit="%",
        digits=2,
        kind="misconception",
        hints=(
            "The mask hides what comes later. Later than the place in the answer, or later than the moment of writing?",
            f"Go through the places: at which of them has letter {length - 1} − $i$ been seen by then?",
        ),
        confusions={
            100
            * worse
            / length: "the ceiling without the delay: but the mask hides only what comes after the moment of writing",
            100 * sure / length: "what comes out when a guess is never right",
            100 / alphabet: "what guessing gives",
            100.0: f"what it reaches with a delay of {length - 1}, after reading everything",
            share / length: "the share itself, not in percent",
        },
        given={"length": length, "alphabet": alphabet, "delay": delay},
    )
