"""Two words compared, in words and as a table."""

from collections.abc import Mapping

from core.say import number
from core.text.comparison import Comparison


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
