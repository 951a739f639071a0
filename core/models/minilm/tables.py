"""What the heads did, as the columns of tables. Layers and heads count from 1 here, as for readers."""

from collections.abc import Mapping, Sequence

from core.models.minilm.coreference import HeadReading, Score


def ranking_table(readings: Sequence[HeadReading]) -> dict[str, list]:
    """The heads in the order in which they are given, with their margins."""
    return {
        "rank": list(range(1, len(readings) + 1)),
        "layer": [reading.layer + 1 for reading in readings],
        "head": [reading.head + 1 for reading in readings],
        "margin": [reading.margin for reading in readings],
    }


def score_table(scores: Mapping[tuple[int, int], Score]) -> dict[str, list]:
    """On how many cases each head was right."""
    return {
        "layer": [score.layer + 1 for score in scores.values()],
        "head": [score.head + 1 for score in scores.values()],
        "right": [score.right for score in scores.values()],
    }


def mistakes(score: Score) -> dict[str, list]:
    """The cases of two candidates that a head got wrong, with what it gave to either.

    Example:
        >>> from core.models.minilm import PronounCase
        >>> case = PronounCase("It is it.", "it", ("a", "b"), "a")
        >>> mistakes(Score(0, 0, 0, 1, ((case, HeadReading(0, 0, (0.25, 0.5))),)))["the head's choice"]
        ['b']
    """
    wrong = [(case, reading) for case, reading in score.readings if case.candidates[reading.preferred] != case.answer]
    return {
        "sentence": [case.sentence for case, _ in wrong],
        "right": [case.answer for case, _ in wrong],
        "the head's choice": [case.candidates[reading.preferred] for case, reading in wrong],
        "its weight": [max(reading.weights) for _, reading in wrong],
        "weight on the right one": [min(reading.weights) for _, reading in wrong],
    }
