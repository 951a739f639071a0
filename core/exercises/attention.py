"""The questions of the page `attention`."""

from functools import lru_cache
from itertools import permutations, product

from core.analysis.attention import head_patterns, softmax_row
from core.analysis.inside import attention_trace, head_costs
from core.exercises.draw import Draw
from core.exercises.question import Question
from core.exercises.shared_models import SENTENCES, translated, translator

KINDS = {"encoder": "encoder self-attention", "decoder": "decoder self-attention", "cross": "cross-attention"}
CASES = tuple(product(("I bought a new car yesterday.", *SENTENCES), KINDS, range(3)))  # text, kind, layer
READABLE = 0.0015  # nats between two costs that the page prints with different digits

WORTH = "What each head looks at, what it adds, and what it is worth"  # a fold of the page


def weight_of_one_of_two_keys(rng: Draw) -> Question:
    """The weight of one of two keys, from the dot products."""
    d_k, first, second, row = _two_keys(rng)
    root, share = int(d_k**0.5), float(row.weights[0])
    undivided = float(softmax_row([first, second]).weights[0])
    return Question(
        f"A query meets two keys. The dot products are {first} and {second}, and the vectors have $d_k = {d_k}$ "
        "components. How much weight goes to the first key, in percent?",
        answer=100 * share,
        working=rf"Divide by $\sqrt{{{d_k}}} = {root}$, then take the softmax: "
        rf"$\dfrac{{e^{{{first}/{root}}}}}{{e^{{{first}/{root}}} + e^{{{second}/{root}}}}} = {share:.4f}$.",
        tolerance=1.0,
        unit="%",
        digits=1,
        hints=(
            r"The scores are the dot products divided by $\sqrt{d_k}$.",
            r"Of two scores $s$ and $t$ the first gets $e^s / (e^s + e^t)$.",
        ),
        confusions={
            100 * (1 - share): "the weight of the *second* key",
            100 * undivided: r"what comes out without the division by $\sqrt{d_k}$",
            100 * float(softmax_row([first, second], scale=1 / d_k).weights[0]): "what comes out when the dot "
            r"products are divided by $d_k$: the root is missing",
            share: "the share itself, not in percent",
        },
    )


def _two_keys(rng: Draw):
    """Sizes at which neither key gets next to nothing."""
    sizes = [(d_k, *pair) for d_k in (4, 16, 64) for pair in permutations((-8, -4, 0, 4, 8, 12, 16, 24), 2)]
    d_k, first, second = rng.deal(sizes, lambda one: 0.02 < _row(*one).weights[0] < 0.98)
    return d_k, first, second, _row(d_k, first, second)


def _row(d_k: int, first: int, second: int):
    return softmax_row([first, second], scale=d_k**-0.5)


def costliest_head(rng: Draw) -> Question:
    """The head without which the translation becomes least probable."""
    text, kind, layer = rng.deal(CASES)
    costs, bits = _costs_and_bits(text, kind, layer)
    answer = costs.index(max(costs)) + 1
    return Question(
        f"Let the translator read “{text}” and choose layer {layer + 1} of the {KINDS[kind]}. Each head is cut out, "
        "one at a time. Which head is missed most?",
        answer=answer,
        working=f"The changes of the loss, in nats a token: {_listed(costs)}. The largest is that of head {answer}. "
        "A negative change says that the translation becomes more probable without the head.",
        digits=0,
        kind="experiment",
        hints=(
            f"Type the sentence, choose the {KINDS[kind]} and the layer, and open “{WORTH}”.",
            "A head is missed where the loss *rises* without it: look for the bar farthest to the right.",
        ),
        confusions={
            costs.index(min(costs)) + 1: "the head whose loss changes least, or falls most: without it the translation "
            "becomes *more* probable",
            bits.index(min(bits)) + 1: "the most decided head; a sharp map is not yet an important one",
        },
        given={"attention_text": text, "attention_kind": kind, "attention_layer": layer},
    )


def rank_of_the_sharpest_head(rng: Draw) -> Question:
    """How much the head that puts its weight on the fewest keys is missed, among the heads."""
    text, kind, layer = rng.deal(CASES, _is_readable)
    costs, bits = _costs_and_bits(text, kind, layer)
    sharp = bits.index(min(bits))
    rank = 1 + sum(cost > costs[sharp] for cost in costs)
    return Question(
        f"The translator reads “{text}”; look at layer {layer + 1} of the {KINDS[kind]}. One of the eight heads is the "
        "most decided: it puts its weight on the fewest keys. When each head is cut out alone, at which place does the "
        "loss of *this* head stand (1: it is missed most, 8: least)?",
        answer=rank,
        working=f"Head {sharp + 1} is the most decided, with {bits[sharp]:.2f} bits a row. The changes of the loss are "
        f"{_listed(costs)}: {rank - 1} heads are missed more. A weight says where a head looks, not what it takes from "
        "there, nor that it matters.",
        digits=0,
        kind="misconception",
        hints=(
            "The sentence under the maps of all heads names the most decided one.",
            f"Then open “{WORTH}”, and count the heads whose loss rises more than its own.",
        ),
        confusions={
            1: "what would be so if the most weight were the most important",
            9 - rank: "its place counted from the other end",
            sharp + 1: "the number of the head, not its place",
        },
        given={"attention_text": text, "attention_kind": kind, "attention_layer": layer},
    )


@lru_cache(maxsize=512)
def _costs_and_bits(text: str, kind: str, layer: int) -> tuple[list[float], list[float]]:
    """For each head the change of the loss without it, and the uncertainty of its rows."""
    said, model = translated(text), translator().model
    weights = attention_trace(translator().trace(said), kind, layer).weights[0]
    costs = head_costs(model, said.source_ids, said.target_ids, kind, layer)
    return costs, [pattern.entropy for pattern in head_patterns(weights)]


def _is_readable(case: tuple[str, str, int]) -> bool:
    """Whether the page's digits tell the sharpest head, and its cost from the others; and it is not missed most."""
    costs, bits = _costs_and_bits(*case)
    sharp = bits.index(min(bits))
    gaps = [abs(cost - costs[sharp]) for head, cost in enumerate(costs) if head != sharp]
    return sorted(bits)[1] - bits[sharp] > 0.02 and min(gaps) > READABLE and costs[sharp] < max(costs)


def _listed(costs: list[float]) -> str:
    return ", ".join(f"head {n} {cost:+.3f}".replace("-", "−") for n, cost in enumerate(costs, 1))
