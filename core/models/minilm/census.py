"""Every head asked about every case: is there one that resolves pronouns, or only one that fits the first sentence?"""

from collections.abc import Iterable, Mapping
from math import comb

from core.models.minilm.cases import PronounCase
from core.models.minilm.coreference import HeadReading, Score, rank_heads
from core.models.minilm.model import MiniLM, MiniLMTrace


def score_heads(model: MiniLM, cases: Iterable[PronounCase]) -> dict[tuple[int, int], Score]:
    """(layer, head) -> how it did: the case is right when the answer has the most weight of the candidates."""
    readings: dict[tuple[int, int], list] = {}
    for case in cases:
        for reading in rank_heads(model, case.sentence, case.pronoun, case.candidates):
            readings.setdefault((reading.layer, reading.head), []).append((case, reading))
    return {place: _score(place, tuple(pairs)) for place, pairs in sorted(readings.items())}


def _score(place: tuple[int, int], pairs: tuple) -> Score:
    right = sum(case.candidates[reading.preferred] == case.answer for case, reading in pairs)
    return Score(*place, right, len(pairs), pairs)


def pronoun_row(trace: MiniLMTrace, pronoun: str, layer: int, head: int) -> tuple[list[str], list[float]]:
    """The pieces of the text, and the weight that one head gives to each from the pronoun (mean over its pieces)."""
    return trace.pieces, trace.weights[layer, head, trace.positions_of(pronoun)].mean(0).tolist()


def margin_map(readings: Iterable[HeadReading]) -> list[list[float]]:
    """The margin of every head: a row per layer, a column per head, whatever the order of the readings."""
    return _as_map({(reading.layer, reading.head): reading.margin for reading in readings})


def right_map(scores: Mapping[tuple[int, int], Score]) -> list[list[int]]:
    """On how many cases each head was right: a row per layer, a column per head."""
    return _as_map({place: score.right for place, score in scores.items()})


def best_by_luck(heads: int, cases: int, right: int) -> float:
    """The probability that the best of so many heads is right on at least `right` cases if all of them toss coins.

    1 − P(X < right)^heads, X binomial(cases, ½). It takes the heads as independent, which is only roughly so.

    Example:
        >>> best_by_luck(heads=1, cases=2, right=2)
        0.25
    """
    below = sum(comb(cases, k) for k in range(right)) / 2**cases
    return 1 - below**heads


def _as_map(values: Mapping[tuple[int, int], float]) -> list[list[float]]:
    layers, heads = (1 + max(place[axis] for place in values) for axis in (0, 1))
    return [[values[layer, head] for head in range(heads)] for layer in range(layers)]
