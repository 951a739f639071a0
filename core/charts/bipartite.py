"""Two columns of words with weighted lines between them: who attends to whom."""

import altair as alt
import numpy as np

from core.charts.marks import ACCENT, frame, tip, unique, x, y
from core.charts.spec import Chart, Layer, chart

_SIDES = alt.Scale(domain=[-0.45, 1.45], nice=False)


def bipartite(weights, rows, columns, *, chosen: int | None = None, least: float = 0.02) -> Chart:
    """Lines from queries (left) to keys (right), as thick as their weights [rows, columns].

    chosen  only the lines of this query
    least   lines below this weight are left out

    Example:
        core.charts.bipartite(weights, tokens, tokens, chosen=7)
    """
    weights = np.asarray(weights, dtype=float)
    left, right = unique(rows), unique(columns)
    pairs = [(i, j) for i, j in np.argwhere(weights >= least) if chosen is None or i == chosen]
    lines = frame(
        query=[left[i] for i, _ in pairs],
        key=[right[j] for _, j in pairs],
        from_y=[_height(i, len(left)) for i, _ in pairs],
        to_y=[_height(j, len(right)) for _, j in pairs],
        weight=[float(weights[i, j]) for i, j in pairs],
        zero=[0.0] * len(pairs),
        one=[1.0] * len(pairs),
    )
    heights = alt.Scale(domain=[0, 1], reverse=True, nice=False)
    strokes = alt.Scale(domain=[0, 1], range=[0.5, 9])
    drawn = (
        Layer(lines)
        .mark("rule", strokeCap="round", color=ACCENT)
        .encode(
            x=x("zero", "quantitative", scale=_SIDES, axis=None),
            x2=alt.X2(field="one"),
            y=y("from_y", "quantitative", scale=heights, axis=None),
            y2=alt.Y2(field="to_y"),
            strokeWidth=alt.StrokeWidth(field="weight", type="quantitative", scale=strokes, legend=None),
            strokeOpacity=alt.StrokeOpacity(
                field="weight", type="quantitative", scale=alt.Scale(domain=[0, 1], range=[0.25, 0.9]), legend=None
            ),
            tooltip=[tip("query"), tip("key"), tip("weight", "quantitative", "weight", ".4f")],
        )
    )
    words = [_words(left, 0.0, "right", -8, heights), _words(right, 1.0, "left", 8, heights)]
    return chart([drawn, *words], height=max(120, 30 * max(len(left), len(right))), own_scales=True)


def _height(at: int, n: int) -> float:
    """The vertical centre of word `at` of n, from 0 (top) to 1."""
    return (at + 0.5) / n


def _words(names, side: float, align: str, dx: int, heights) -> Layer:
    data = frame(name=names, side=[side] * len(names), at=[_height(i, len(names)) for i in range(len(names))])
    words = (
        Layer(data)
        .mark("text", align=align, dx=dx, fontSize=13, limit=110)
        .encode(
            x=x("side", "quantitative", scale=_SIDES, axis=None),
            y=y("at", "quantitative", scale=heights, axis=None),
            text=alt.Text(field="name", type="nominal"),
        )
    )
    return words.inked()
