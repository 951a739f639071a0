"""The questions of the page `sampling`."""

import math

from core.decoding import entropy_bits, filter_logits, temperature_sweep
from core.exercises.draw import Draw
from core.exercises.question import Question

LOGITS = (6.8, 5.4, 4.9, 4.2, 3.1, 2.4, 1.8, 0.9)  # the page's own list
GRID = [n / 20 for n in range(41)]  # the temperatures that the page offers


def share_of_a_survivor(rng: Draw) -> Question:
    """The share of the most likely of two survivors."""
    logits = sorted(rng.sample([0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0], 4), reverse=True)
    t = rng.choice([0.5, 0.8, 1.0, 1.5, 2.0])
    stages = filter_logits(logits, t, top_k=2)
    share, second = stages.top_p.tolist()[:2]
    listed = ", ".join(f"{z:g}" for z in logits)
    a, b = (f"e^{{{z:g}/{t:g}}}" for z in logits[:2])
    return Question(
        f"Four candidates have the logits {listed}. The temperature is {t:g} and top-k keeps two of them. "
        "How likely is the first one, in percent?",
        answer=100 * share,
        working=rf"Only the first two stay, and share the whole: $\dfrac{{{a}}}{{{a} + {b}}} = {share:.4f}$.",
        tolerance=1.0,
        unit="%",
        digits=1,
        hints=(
            "Divide the logits by the temperature first.",
            "What top-k cuts off gets nothing, and the rest is brought to a sum of one again.",
        ),
        confusions={
            100 * stages.tempered[0].item(): "its share among all four; top-k leaves two",
            100 * filter_logits(logits, 1.0, top_k=2).top_p[0].item(): "its share at a temperature of 1",
            100
            * filter_logits(logits, 1 / t, top_k=2).top_p[0].item(): "what comes out when the logits are multiplied "
            "by the temperature; they are divided",
            100 * second: "the share of the other one",
            100 * logits[0] / (logits[0] + logits[1]): "the share of the logits themselves; the softmax takes $e^z$",
        },
    )


def temperature_above_an_entropy(rng: Draw) -> Question:
    """The smallest temperature at which the page's eight candidates are more uncertain than so many bits."""
    bits = entropy_bits(temperature_sweep(list(LOGITS), GRID)).tolist()
    above = rng.deal([n / 50 for n in range(5, 130)], lambda b: b < bits[-1] and all(abs(b - x) > 0.006 for x in bits))
    at = next(i for i, value in enumerate(bits) if value > above)
    in_nats = next((t for t, value in zip(GRID, bits, strict=True) if value * math.log(2) > above), GRID[-1])
    return Question(
        "Take the page's eight candidates with their logits, top-k and top-p off. What is the smallest temperature on "
        f"the slider at which the entropy is above {above:g} bits?",
        answer=GRID[at],
        working=f"At T = {GRID[at - 1]:g} the entropy is {bits[at - 1]:.2f} bits, at T = {GRID[at]:g} it is "
        f"{bits[at]:.2f}. Eight equally likely candidates would have 3 bits, which no temperature reaches.",
        digits=2,
        kind="experiment",
        hints=(
            "“As trained” sets top-k and top-p off. The entropy after the rules stands beside that of softmax alone.",
            "A higher temperature makes the candidates more alike, so the entropy rises. Close in on the number.",
        ),
        confusions={
            GRID[at - 1]: "one step too low: there the entropy is not above it yet",
            in_nats: "the temperature at which it is above so many *nats*; a bit is ln 2 = 0.69 nats",
        },
        given={"logits": LOGITS, "above": above},
    )


def most_probable_sentence(rng: Draw) -> Question:
    """The probability of the best sentence of two words, which does not begin with the best word."""
    first, second = _two_words(rng)
    sentences = {one + two: p * q for one, p in first.items() for two, q in second[one].items()}
    best = max(sentences, key=sentences.get)
    word = max(first, key=first.get)
    greedy = word + max(second[word], key=second[word].get)
    after = "; ".join(f"after {one} it is {_listed(row)}" for one, row in second.items())
    return Question(
        f"A sentence has two words. The first is {_listed(first)}. The second depends on it: {after}. How probable is "
        "the most probable sentence, in percent?",
        answer=100 * sentences[best],
        working=f"{', '.join(f'{words} {100 * p:.1f} %' for words, p in sentences.items())}. Greedy takes {word} and "
        f"then writes {greedy}, which has {100 * sentences[greedy]:.1f} %; the best is {best}. Taking the best word "
        "each "
        "time does not find the best sentence: that is why beam search keeps several beginnings.",
        tolerance=0.2,
        unit="%",
        digits=1,
        kind="misconception",
        hints=(
            "The probability of a sentence is that of its first word times that of its second after it.",
            "Do not stop at the sentence that begins with the most probable word.",
        ),
        confusions={
            100 * sentences[greedy]: f"the sentence that greedy writes, {greedy}; another one is more probable",
            100 * first[word]: "the probability of the best first word alone",
            100 * max(first.values()) * max(max(row.values()) for row in second.values()): "the product of the two "
            "largest numbers; but they do not belong to one sentence",
        },
        given={"first": first, "second": second},
    )


def _two_words(rng: Draw) -> tuple[dict[str, float], dict[str, dict[str, float]]]:
    """Two steps of a chain in which the best beginning does not lead to the best end."""
    while True:
        p = rng.randint(51, 65) / 100
        q, r = rng.randint(51, 60) / 100, rng.randint(80, 97) / 100
        if (1 - p) * r > p * q + 0.01:
            return {"A": p, "B": 1 - p}, {"A": {"c": q, "d": 1 - q}, "B": {"c": r, "d": 1 - r}}


def _listed(row: dict[str, float]) -> str:
    return " or ".join(f"{word} ({100 * p:.0f} %)" for word, p in row.items())
