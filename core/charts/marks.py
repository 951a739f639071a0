"""What the chart builders share: numbers on marks, domains, and colours that stand on both backgrounds."""

import altair as alt
import pandas as pd

# Seen well on the light and on the dark background alike (contrast 3.6 and more); for outlines, never for small text.
ACCENT = "#B65430"
QUIET = "#857D72"
MAX_PRINTED = 12  # a heatmap prints its values up to this many rows and columns


def frame(**columns) -> pd.DataFrame:
    """The chart's data as a table; Streamlit sends it apart from the chart's description."""
    return pd.DataFrame(columns)


def x(field: str, kind: str, title: str | None = None, **more) -> alt.X:
    """An x channel, explicit. `kind`: quantitative, ordinal or nominal."""
    return alt.X(field=field, type=kind, title=title, **more)


def y(field: str, kind: str, title: str | None = None, **more) -> alt.Y:
    """A y channel, explicit."""
    return alt.Y(field=field, type=kind, title=title, **more)


def tip(field: str, kind: str = "nominal", title: str | None = None, form: str | None = None) -> alt.Tooltip:
    """One line of a tooltip."""
    extra = {"format": form} if form else {}
    return alt.Tooltip(field=field, type=kind, title=title or field, **extra)


def in_order(index: str) -> alt.EncodingSortField:
    """Names by their index in the table.

    Without it a chart whose data change keeps the names that stay in their old order, and puts new ones last; and a
    name that one of its layers leaves out comes last too.
    """
    return alt.EncodingSortField(field=index, op="min")


def unique(names) -> list[str]:
    """Names made unique by their position, since a chart's axis joins equal names.

    Example:
        >>> unique(["the", "cat", "the"])
        ['the', 'cat', 'the (2)']
    """
    taken: set[str] = set()
    out = []
    for at, name in enumerate(map(str, names)):
        label = name if name not in taken else f"{name} ({at})"
        while label in taken:
            label += "′"
        taken.add(label)
        out.append(label)
    return out


def symmetric(values, least: float = 1e-9) -> list[float]:
    """A domain around zero that holds all values."""
    most = max([least, *(abs(float(v)) for v in values)])
    return [-most, most]
