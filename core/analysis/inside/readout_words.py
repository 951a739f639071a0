"""The stream read out early, as tables and in words.

Letters: L layers, T positions.
"""

from collections.abc import Callable, Iterable, Sequence

from core.analysis.inside.readout import Readout
from core.say import number, percent


def readout_names(rows: Sequence[Readout]) -> list[str]:
    """After what each was read out."""
    return ["embedding", *(f"layer {row.layer}" for row in rows[1:])]


def readout_table(rows: Sequence[Readout], words: Sequence[Sequence[str]]) -> dict[str, list]:
    """All guesses, one row a layer and position.  words [L + 1, T]: the names of the guesses"""
    names, positions = readout_names(rows), range(len(words[0]))
    return {
        "after": [name for name in names for _ in positions],
        "position": list(positions) * len(names),
        "guess": [word for row in words for word in row],
        "probability": [p for row in rows for p in row.guess_probability],
        "of the final guess": [p for row in rows for p in row.final_probability],
        "cosine to the final state": [c for row in rows for c in row.cosine],
    }


def guess_table(rows: Sequence[Readout], at: int, tokens: Callable[[Iterable[int]], list[str]]) -> dict[str, list]:
    """The three most probable words at one position after each layer; `tokens` names ids."""
    first, second, third = zip(*([_guess(id_, p, tokens) for id_, p in row.top(at)] for row in rows), strict=True)
    return {
        "after": readout_names(rows),
        "1st guess": list(first),
        "2nd": list(second),
        "3rd": list(third),
        "cosine to the final state": [number(row.cosine[at], 3) for row in rows],
    }


def _guess(token: int, probability: float, tokens: Callable[[Iterable[int]], list[str]]) -> str:
    return f"{tokens([token])[0]}  {percent(probability)}"


def readout_in_words(rows: Sequence[Readout], words: Sequence[Sequence[str]], asked: Sequence[str], at: int) -> str:
    """What the model says after one of the tokens asked, and from which layer on it is the first guess; a line each,
    so that what stands below stays in its place from token to token."""
    last = words[-1][at]
    first = next(k for k in range(len(rows)) if all(row[at] == last for row in words[k:]))
    where = "from the start" if first == 0 else f"from layer {first} on"
    return (
        f"After “{asked[at]}” (position {at}) the model says “{last}” "
        f"with {percent(rows[-1].guess_probability[at])}.\nThis is its first guess {where}."
    )


def cosines_in_words(rows: Sequence[Readout], at: int) -> str:
    """How the stream at one position approaches its final state."""
    return f"At position {at} the cosine to the final state goes {' → '.join(number(row.cosine[at]) for row in rows)}."
