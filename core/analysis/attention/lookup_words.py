"""A lookup among points of the plane: reading the points from flat lists of numbers, and its answers in words."""

from collections.abc import Sequence

from core.analysis.attention.soft_lookup import Lookup
from core.say import number, percent

Point = tuple[float, float]


def points(numbers: Sequence[float]) -> list[Point]:
    """A flat list as points; an odd number at the end has no partner and is left out.

    Example:
        >>> points((1.0, 2.0, 3.0))
        [(1.0, 2.0)]
    """
    return list(zip(numbers[::2], numbers[1::2], strict=False))


def named_points(
    words: Sequence[str], keys: Sequence[float], values: Sequence[float]
) -> tuple[list[str], list[Point], list[Point]]:
    """Names, keys and values of the tokens that have both; a token without a word gets its number.

    Example:
        >>> named_points(["cat"], (1.0, 2.0, 3.0, 4.0), (5.0, 6.0, 7.0, 8.0))[0]
        ['cat', 'token 1']
    """
    n = min(len(keys), len(values)) // 2
    names = [words[i] if i < len(words) else f"token {i}" for i in range(n)]
    return names, points(keys)[:n], points(values)[:n]


def left_out_in_words(keys: int, values: int, words: int) -> str | None:
    """What is left out of lists of so many numbers, numbers and words; None where all of it is used.

    Example:
        >>> left_out_in_words(4, 4, 2) is None
        True
    """
    used = min(keys // 2, values // 2)
    if keys == values and keys % 2 == 0 and words == used:
        return None
    return (
        f"{keys} numbers for keys make {keys // 2} pairs, {values} for values make {values // 2}; words: {words}. "
        f"Used: the first {used} tokens that have a key and a value."
    )


def point_in_words(point: Sequence[float], digits: int = 2) -> str:
    """A point.

    Example:
        >>> point_in_words((1, -0.5)), point_in_words((1, 2), 0)
        ('(1.00, -0.50)', '(1, 2)')
    """
    return f"({number(point[0], digits)}, {number(point[1], digits)})"


def mix_in_latex(weights: Sequence[float], values: Sequence[Point]) -> str:
    """A weighted sum of points, one term a line."""
    terms = (
        rf"{number(weight, 3)} \cdot {point_in_words(value, 1)}" for weight, value in zip(weights, values, strict=True)
    )
    return r" \\ & + ".join(terms)


def lookup_table(found: Lookup, query: int, names: Sequence[str]) -> dict[str, list]:
    """One query of a lookup, one row a token."""
    return {
        "token": list(names),
        "q · k": found.dots[query].tolist(),
        "score": found.scores[query].tolist(),
        "weight": found.weights[query].tolist(),
        "hard lookup": [float(key == found.best[query]) for key in range(len(names))],
    }


def saturation_in_words(needed: float | None, visible: int, share: float, length: float) -> str:
    """How long a query must be to put so much weight on one key.

    needed   as `saturation_length` finds it;  visible  how many keys may be seen;  length  that the query has now

    Example:
        >>> saturation_in_words(4.25, 3, 0.99, length=2.0)
        'In this direction a query of length 4.25 puts 99 % on one key. The query now has length 2.'
    """
    if needed is None:
        return "Two keys fit this direction equally well, so no length makes one of them win."
    if visible == 1:
        return "The only key that may be seen has all the weight, whatever the query."
    found = f"In this direction a query of length {number(needed)} puts {percent(share, 0)} on one key."
    return f"{found} The query now has length {length:g}."


def two_ways_in_words(found: Lookup, names: Sequence[str], i: int, j: int) -> str:
    """What one token gives another, what it gets back, and to whom it gives most."""
    weights, best = found.weights, found.best[i]
    back = "" if i == j else f", and gets {percent(float(weights[j, i]))} from it"
    return (
        f"“{names[i]}” gives {percent(float(weights[i, j]))} of its weight to “{names[j]}”{back}. The most that it "
        f"gives to one token is {percent(float(weights[i].max()))}, to “{names[best]}”."
    )
