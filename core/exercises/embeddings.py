"""The questions of the page `embeddings`."""

from functools import cache
from itertools import product
from statistics import mean

from core import say
from core.exercises.draw import Draw
from core.exercises.question import Question
from core.models import load
from core.models.minilm import BANK, sense_cosines
from core.text import WordVectors, compare

# Words of opposite meaning, both with a vector.
OPPOSITES = """
good bad, hot cold, warm cool, big small, large small, high low, long short, early late, first last,
open closed, new old, young old, strong weak, rich poor, hard soft, easy difficult, right wrong, left right,
up down, north south, east west, win lose, buy sell, love hate, war peace, life death, day night,
summer winter, spring autumn, morning evening, man woman, boy girl, king queen, prince princess, father mother,
brother sister, son daughter, husband wife, uncle aunt, always never, more less, many few, begin end,
start finish, before after, above below, inside outside, front back, top bottom, near far, fast slow,
heavy light, dark bright, dry wet, clean dirty, full empty, safe dangerous, success failure, increase decrease,
rise fall, push pull, give take, ask answer, question answer, arrive leave, export import, public private,
male female, black white, cheap expensive, bigger smaller, higher lower, better worse, best worst
"""


SENTENCES = ("money 1", "money 2", "river 1", "river 2")  # as the page names them
_CASES = tuple(
    product([n / 500 for n in range(490, 375, -2)] + [0.8], (0, 1, 2), (1, 2, 3))
)  # cosine, and two of the sentences


def angle_of_two_vectors(rng: Draw) -> Question:
    """The angle of two small vectors that do not lie on one line."""
    u, v = _two_directions(rng)
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
        hints=(
            r"The dot product is $u_1 v_1 + u_2 v_2$, and a length is the root of the sum of the squares.",
            r"Divide the dot product by both lengths: that is the cosine. A negative one belongs to an angle above "
            r"90°.",
        ),
        confusions={
            one.cosine: "the cosine of the angle; the angle has still to be found from it",
            180 - one.angle: "the angle to −v: a sign was lost in the dot product",
            one.angle * 3.14159265 / 180: "the angle in radians",
            90 - one.angle: "the angle whose *sine* this is",
        },
    )


def _two_directions(rng: Draw) -> list[list[int]]:
    """Two vectors of which neither is a multiple of the other."""
    while True:
        u, v = ([rng.choice([-3, -2, -1, 1, 2, 3]) for _ in range(2)] for _ in range(2))
        if u[0] * v[1] != u[1] * v[0]:
            return [u, v]


def layers_until_two_senses_part(rng: Draw) -> Question:
    """The fewest layers after which two vectors of “bank” have less than a given cosine."""
    below, one, other = rng.deal(_CASES, _is_reached)
    cosines = [layer[one][other] for layer in _bank_cosines()]
    layer = next(n for n, cosine in enumerate(cosines) if cosine < below)
    return Question(
        f"Work the layers under “One word, two meanings”. What is the smallest number of layers after which the cosine "
        f"of “bank” in {SENTENCES[one]} and in {SENTENCES[other]} is below {below:g}?",
        answer=layer,
        working=f"After {layer - 1} layers the cosine is {say.number(cosines[layer - 1], 3)}, after {layer} it is "
        f"{say.number(cosines[layer], 3)}. Before the first layer it is {say.number(cosines[0], 3)}: there the two "
        "differ by their positions alone.",
        digits=0,
        unit="layers",
        kind="experiment",
        hints=(
            "Each cell of the map is the cosine of two of the sentences; the layers are on the slider.",
            "Begin at 0 layers and go up until the cell has fallen below the number.",
        ),
        confusions={layer - 1: "the last number of layers at which the cosine has not fallen below it yet"},
        given={"below": below, "sentences": (one, other)},
    )


@cache
def _bank_cosines() -> list[list[list[float]]]:
    return sense_cosines(load("minilm"), [sentence for pair in BANK.values() for sentence in pair], "bank")


def _is_reached(case: tuple[float, int, int]) -> bool:
    """Whether it takes some layers, but not all, to get below the number, and no cosine is printed like it."""
    below, one, other = case
    cosines = [layer[one][other] for layer in _bank_cosines()]
    apart = all(abs(cosine - below) > 0.005 for cosine in cosines)
    return one < other and apart and min(cosines) < below and min(cosines[:2]) > below


def cosine_of_opposites(rng: Draw) -> Question:
    """The cosine of two words of opposite meaning."""
    word, opposite = rng.deal([pair for pair in _pairs() if all(name in WordVectors.load() for name in pair)])
    vectors = WordVectors.load()
    cosine, usual = vectors.cosine(word, opposite), mean(near for _, near in vectors.neighbours(word, len(vectors) - 1))
    return Question(
        f"“{word}” and “{opposite}” mean the opposite of each other. Make them word A and word B. What is the cosine "
        "of their vectors?",
        answer=cosine,
        working=rf"$\cos\theta = {cosine:.3f}$, where “{word}” has {say.number(usual)} with all words on average. "
        "Opposites stand in the same places of a sentence, and the vectors were learned from places: a high cosine "
        "means likeness of use, not likeness of meaning.",
        tolerance=0.01,
        digits=3,
        kind="misconception",
        hints=(
            "The sentence under the plane gives the cosine in all 50 dimensions, and that on the plane.",
            "The plane shows only two directions of 50. Take the one in all dimensions.",
        ),
        confusions={
            -1.0: "the cosine of opposite *directions*. Opposite meanings are another thing",
            0.0: "the cosine at a right angle: that of words that have nothing in common",
            -cosine: "the right size with the wrong sign",
            compare(vectors[word], vectors[opposite]).angle: "the angle in degrees",
            1 - cosine: "the distance, one minus the cosine",
        },
        given={"word_a": word, "word_b": opposite},
    )


def _pairs() -> list[tuple[str, str]]:
    """The opposites, each pair in both orders."""
    pairs = [tuple(pair.split()) for pair in OPPOSITES.split(",")]
    return [*pairs, *((two, one) for one, two in pairs)]
