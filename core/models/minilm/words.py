"""What the heads did with a pronoun, and what the layers did with “bank”, in words.

Layers and heads count from 1 here, as for readers.
"""

from collections.abc import Mapping, Sequence

from core.models.minilm.census import best_by_luck
from core.models.minilm.coreference import HeadReading, Score
from core.say import number, percent


def ranking_in_words(readings: Sequence[HeadReading], nouns: Sequence[str]) -> str:
    """How many heads prefer the first noun, and which of them by how much. `readings` as `rank_heads` gives them.

    Example:
        >>> ranking_in_words([HeadReading(1, 0, (0.75, 0.25)), HeadReading(0, 2, (0.1, 0.3))], ["he", "her"])
        '1 of 2 heads give “he” more than “her” (1 by chance). The widest margin has layer 2, head 1: 75.0 % to 25.0 %.'
    """
    best, for_first = readings[0], sum(reading.margin > 0 for reading in readings)
    others = " or ".join(f"“{noun}”" for noun in nouns[1:])
    return (
        f"{for_first} of {len(readings)} heads give “{nouns[0]}” more than {others} "
        f"({len(readings) / len(nouns):g} by chance). The widest margin has layer {best.layer + 1}, "
        f"head {best.head + 1}: {percent(best.weights[0])} to {percent(max(best.weights[1:]))}."
    )


def pronoun_in_words(pronoun: str, pieces: Sequence[str], row: Sequence[float]) -> str:
    """Which token a pronoun gives most to in one head, and what all its weights sum to.

    Example:
        >>> pronoun_in_words("it", ["cat", "it"], [0.75, 0.25])
        '“it” gives most, 75.0 %, to “cat”. All sum to 1.00.'
    """
    best = max(range(len(row)), key=row.__getitem__)
    return f"“{pronoun}” gives most, {percent(row[best])}, to “{pieces[best]}”. All sum to {number(sum(row))}."


def endings_in_words(
    nouns: Sequence[str], endings: Sequence[str], firsts: Sequence[float], seconds: Sequence[float]
) -> str:
    """How the weights on two nouns go with the ending of the sentence. `firsts`, `seconds`: one weight an ending."""
    top, bottom = firsts.index(max(firsts)), firsts.index(min(firsts))
    lead = sum(a > b for a, b in zip(firsts, seconds, strict=True))
    return (
        f"The ending moves the weight by degrees: “{nouns[0]}” has {percent(firsts[top])} with “{endings[top]}” "
        f"and {percent(firsts[bottom])} with “{endings[bottom]}”; it leads “{nouns[1]}” (upright lines) in {lead} "
        f"of {len(endings)} endings."
    )


def scores_in_words(scores: Mapping[tuple[int, int], Score], layer: int, head: int) -> str:
    """How one head did (both count from 0), how the best of all did, and how likely that would be by chance."""
    mine, best = scores[layer, head], max(scores.values(), key=lambda score: score.right)
    luck = best_by_luck(len(scores), best.of, best.right)
    return (
        f"Layer {layer + 1}, head {head + 1} is right on {mine.right} of {mine.of}. The best of {len(scores)} heads, "
        f"layer {best.layer + 1}, head {best.head + 1}, is right on {best.right}; if all heads tossed coins, the best "
        f"would get that far with a probability of {percent(luck, 0)}."
    )


SENSES = ("money 1", "money 2", "river 1", "river 2", "yours")  # the sentences of `BANK`, and the reader's
_PAIRS = {"money–money": (0, 1), "river–river": (2, 3), "money–river": (0, 2)}


def sense_curves(cosines: Sequence[Sequence[Sequence[float]]]) -> dict[str, list[float]]:
    """The cosine over the layers in three pairs: money 1 and 2, river 1 and 2, money 1 and river 1.

    cosines  [L + 1, sentences, sentences], as `sense_cosines` gives it
    """
    return {name: [layer[i][j] for layer in cosines] for name, (i, j) in _PAIRS.items()}


def senses_in_words(now: Sequence[Sequence[float]], layer: int) -> str:
    """The cosines of “bank” after so many layers, within each meaning and between the two."""
    yours = f" Yours has {number(now[4][0])} with money 1, {number(now[4][2])} with river 1." if now[4:] else ""
    return (
        f"After {layer} layers, “bank” has a cosine of {number(now[0][1])} between the two money sentences, "
        f"{number(now[2][3])} between the two river sentences, and {number(now[0][2])} between money 1 and "
        f"river 1.{yours}"
    )


def apart_in_words(lines: Mapping[str, Sequence[float]]) -> str:
    """How the pairs of `sense_curves` end, and where the two meanings begin."""
    money, _, both = lines.values()
    return (
        f"Money and river start at {number(both[0])} and end at {number(both[-1])}; the two "
        f"money sentences end at {number(money[-1])}."
    )
