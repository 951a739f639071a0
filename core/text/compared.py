"""Words compared: in words, in LaTeX and as a table."""

from collections.abc import Mapping, Sequence

from core.say import number, percent
from core.text.comparison import Comparison
from core.text.words_on_plane import WordPlane


def angle_in_words(one: Comparison) -> str:
    """Cosine and angle.

    Example:
        >>> from core.text import compare
        >>> angle_in_words(compare([1.0, 0.0], [0.0, 2.0]))
        'cosine 0.000, an angle of 90.0°'
    """
    return f"cosine {number(one.cosine, 3)}, an angle of {number(one.angle, 1)}°"


def comparison_table(found: Mapping[str, Comparison | None]) -> dict[str, list[str]]:
    """Comparisons by where they were made; a dash where there is none."""
    columns = {"u · v": "dot", "‖u‖": "length_u", "‖v‖": "length_v", "cosine": "cosine"}
    return {
        "where": list(found),
        **{
            name: [number(getattr(one, field), 3) if one else "–" for one in found.values()]
            for name, field in columns.items()
        },
        "angle": [f"{number(one.angle, 1)}°" if one else "–" for one in found.values()],
    }


def cosine_formula(one: Comparison) -> tuple[str, str]:
    """The cosine and the angle in LaTeX, and the same with the numbers in."""
    dot, u, v, cosine = (number(x, 3) for x in (one.dot, one.length_u, one.length_v, one.cosine))
    return (
        r"\cos\theta = \frac{u \cdot v}{\|u\|\,\|v\|}",
        rf"\begin{{aligned}} \cos\theta &= \frac{{{dot}}}{{{u} \cdot {v}}} = {cosine} \\"
        rf"\theta &= {number(one.angle, 2)}^\circ \end{{aligned}}",
    )


def plane_in_words(shown: WordPlane, a: str, b: str) -> str:
    """Two words in the full space and on the plane, and what the plane does to all of its words."""
    flat = "nowhere: one of the two falls on the zero vector" if shown.flat is None else angle_in_words(shown.flat)
    return (
        f"“{a}” and “{b}”: {angle_in_words(shown.full)} in all 50 dimensions, {flat} on this plane. The plane keeps "
        f"{percent(shown.kept)} of the variance of its words, and changes the angle between two of "
        f"them by {number(shown.bend, 0)}° on average."
    )


def analogy_in_words(words: Sequence[str], found: Sequence[tuple[str, float]], free: tuple[str, float]) -> str:
    """What a − b + c is nearest to; free: the nearest word when a, b and c are allowed."""
    a, b, c = words
    (first, cosine), (second, next_cosine) = found[:2]
    return (
        f"{a} − {b} + {c} is nearest to “{first}” with a cosine of {number(cosine)}; next comes "
        f"“{second}” with {number(next_cosine)}. Were the three allowed, it would be “{free[0]}” with "
        f"{number(free[1])}."
    )
