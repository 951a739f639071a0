"""Strips of waves, one above the other: a sine and a cosine in each, and the values at whole positions as dots."""

import altair as alt

from core.charts.curves import TOP_LEGEND
from core.charts.domains import reach
from core.charts.marks import QUIET, frame, key, tip, x, y
from core.charts.spec import Chart, Layer, chart

_APART = 3.7  # from the middle of one strip to the next; a wave is 2 high
_LINES = ("sine", "cosine")


def waves(strips, *, x_title: str, end: float, marker: float | None = None, dots=None) -> Chart:
    """strips: name -> (xs, sine, cosine), top to bottom; the curves themselves, as dense as they need to be.

    end     the last x
    marker  an x at which a vertical line stands
    dots    name -> (xs, sine, cosine): single values to mark on the curves

    Example:
        core.charts.waves({"2i = 0": (xs, sines, cosines)}, x_title="position", end=19)
    """
    names = list(strips)
    along = {"title": x_title, "scale": alt.Scale(nice=False), "axis": alt.Axis(tickCount=6)}
    down = {"title": None, "axis": None, "scale": alt.Scale(domain=[-1.2 - _APART * (len(names) - 1), 2.2], nice=False)}
    layers = [_zero_lines(names, down), _curves(strips, along, down), _names(names, down)]
    layers.append(reach(0, end, x=x("end", "quantitative", **along)))
    if dots:
        layers.insert(2, _dots(dots, names, along, down))
    if marker is not None:
        rule = Layer(frame(at=[float(marker)])).mark("rule", strokeWidth=1.5, color=QUIET)
        layers.append(rule.encode(x=x("at", "quantitative", **along)))
    return chart(layers, height=46 + 84 * len(names), own_scales=True)


def _table(strips, names):
    """One row per point and line; `height` is where it is drawn, `value` what it is."""
    rows = [
        (float(at), float(value), names.index(name), key(name), line)
        for name, (xs, *pair) in strips.items()
        for line, values in zip(_LINES, pair, strict=True)
        for at, value in zip(xs, values, strict=True)
    ]
    return frame(
        x=[row[0] for row in rows],
        value=[row[1] for row in rows],
        height=[row[1] - _APART * row[2] for row in rows],
        strip=[row[3] for row in rows],
        line=[row[4] for row in rows],
    )


def _color(legend) -> alt.Color:
    return alt.Color(field="line", type="nominal", sort=None, scale=alt.Scale(domain=list(_LINES)), legend=legend)


def _tips(x_title: str) -> list:
    return [
        tip("strip", title="pair"),
        tip("line"),
        tip("x", "quantitative", x_title, ".4~g"),
        tip("value", "quantitative", "value", ".4f"),
    ]


def _curves(strips, along: dict, down: dict) -> Layer:
    scale = alt.Scale(domain=list(_LINES), range=[[1, 0], [6, 3]])
    return (
        Layer(_table(strips, list(strips)))
        .mark("line", strokeWidth=1.8, clip=True)
        .encode(
            x=x("x", "quantitative", **along),
            y=y("height", "quantitative", **down),
            detail=alt.Detail(field="strip", type="nominal"),
            color=_color(TOP_LEGEND),
            strokeDash=alt.StrokeDash(field="line", type="nominal", sort=None, scale=scale, legend=TOP_LEGEND),
            tooltip=_tips(along["title"]),
        )
    )


def _dots(dots, names, along: dict, down: dict) -> Layer:
    shapes = alt.Scale(domain=list(_LINES), range=["circle", "square"])
    return (
        Layer(_table(dots, names))
        .mark("point", filled=True, size=26, opacity=1)
        .encode(
            x=x("x", "quantitative", **along),
            y=y("height", "quantitative", **down),
            color=_color(None),
            shape=alt.Shape(field="line", type="nominal", sort=None, scale=shapes, legend=None),
            tooltip=_tips(along["title"]),
        )
    )


def _zero_lines(names, down: dict) -> Layer:
    lines = Layer(frame(zero=[-_APART * at for at in range(len(names))]))
    return lines.mark("rule", color=QUIET, opacity=0.4).encode(y=y("zero", "quantitative", **down))


def _names(names, down: dict) -> Layer:
    data = frame(name=names, height=[1.7 - _APART * at for at in range(len(names))])
    words = Layer(data).mark("text", align="left", fontSize=12, x=2)
    return words.encode(y=y("height", "quantitative", **down), text=alt.Text(field="name", type="nominal")).inked()
