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


def unique(names, taken=()) -> list[str]:
    """Names made unique by their position, since a chart's axis joins equal names; and none of those taken already.

    Example:
        >>> unique(["the", "cat", "the"])
        ['the', 'cat', 'the (2)']
    """
    taken = set(taken)
    out = []
    for at, name in enumerate(map(str, names)):
        label = name if name not in taken else f"{name} ({at})"
        while label in taken:
            label += "′"
        taken.add(label)
        out.append(label)
    return out


# What every JavaScript object has by inheritance. Vega keeps what it draws in plain objects, by the names of series,
# groups and rows, and takes one of these names for something that it has already (vega/vega#3695).
BUILT_IN = frozenset({
    "constructor", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString", "toString", "valueOf",
    "__proto__", "__defineGetter__", "__defineSetter__", "__lookupGetter__", "__lookupSetter__",
})  # fmt: skip
_JOINER = "\u2060"  # has no width and is not drawn
PLAIN = f"replace(datum.label, '{_JOINER}', '')"  # the label of an axis or a legend: the name without it

HEADER = alt.Header(title=None, labelExpr=PLAIN, labelFontSize=13)  # the names above small multiples


def key(name: str | None) -> str | None:
    """A name as Vega can keep things by it: one that JavaScript has already gets a character that nobody sees.

    For whatever tells marks apart: series, groups, rows and columns. What is only written needs it not. No title may
    hold a reader's word: Vega-Lite makes programs of titles, and stumbles over a backslash before a quote.

    Example:
        >>> key("the"), key("constructor")
        ('the', 'constructor\\u2060')
    """
    return f"{name}{_JOINER}" if name in BUILT_IN else name


def keys(names) -> list[str]:
    """All these names as Vega can keep things by them."""
    return [key(str(name)) for name in names]


def symmetric(values, least: float = 1e-9) -> list[float]:
    """A domain around zero that holds all values."""
    most = max([least, *(abs(float(v)) for v in values)])
    return [-most, most]
