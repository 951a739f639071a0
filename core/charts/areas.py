"""Areas stacked on top of each other: how a whole is shared out over a quantity."""

import altair as alt

from core.charts.marks import ACCENT, QUIET, frame, keys, tip, x, y
from core.charts.spec import Chart, Layer, chart


def areas(
    xs,
    series: dict[str, list[float]],
    *,
    x_title: str,
    y_title: str | None = "share",
    x_log: bool = False,
    rules: dict[str, float] | None = None,
    marker: float | None = None,
    height: int = 300,
) -> Chart:
    """One area per series, the first at the bottom, its name written in it where it is thickest; shares sum to 1.

    rules   name -> x of a dashed upright line with its name at its top
    marker  an x at which a solid upright line stands: where the reader is

    Example:
        core.charts.areas([1, 10], {"a": [0.9, 0.2], "b": [0.1, 0.8]}, x_title="T", x_log=True, rules={"equal": 3})
    """
    xs = [float(v) for v in xs]
    along = {
        "title": x_title,
        "scale": alt.Scale(type="log" if x_log else "linear", domain=[xs[0], xs[-1]], nice=False),
        "axis": alt.Axis(tickCount=6, labelOverlap=True, grid=False, format="~s"),
    }
    up = {
        "title": y_title,
        "scale": alt.Scale(domain=[0, 1.12], nice=False),  # room at the top for the names of the lines
        "axis": alt.Axis(format=".0%", values=[0, 0.25, 0.5, 0.75, 1]),
    }
    bands = _stacked(series)
    layers = [_bands(xs, bands, along, up), *_names(xs, bands, along, up)]
    layers += _uprights(rules or {}, along, up)
    if marker is not None and xs[0] <= marker <= xs[-1]:
        stand = Layer(frame(at=[float(marker)], low=[0.0], high=[1.0])).mark("rule", strokeWidth=2.5, color=ACCENT)
        layers.append(_upright(stand, along, up))
    return chart(layers, height=height, own_scales=True)


def _stacked(series: dict[str, list[float]]) -> dict[str, list[tuple[float, float]]]:
    """name -> (lower end, upper end) of its area at each x."""
    floor = [0.0] * len(next(iter(series.values())))
    out = {}
    for name, values in series.items():
        top = [low + float(v) for low, v in zip(floor, values, strict=True)]
        out[name] = list(zip(floor, top, strict=True))
        floor = top
    return out


def _bands(xs, bands, along: dict, up: dict) -> Layer:
    names = keys(bands)
    named = zip(names, bands.values(), strict=True)
    rows = [(at, low, high, name) for name, ends in named for at, (low, high) in zip(xs, ends, strict=True)]
    data = frame(
        x=[r[0] for r in rows],
        low=[r[1] for r in rows],
        high=[r[2] for r in rows],
        share=[r[2] - r[1] for r in rows],
        part=[r[3] for r in rows],
    )
    color = alt.Color(field="part", type="nominal", sort=None, scale=alt.Scale(domain=names), legend=None)
    return (
        Layer(data)
        .mark("area", fillOpacity=0.32, line={"strokeWidth": 1.5}, clip=True)
        .encode(
            x=x("x", "quantitative", **along),
            y=y("high", "quantitative", **up),
            y2=alt.Y2(field="low"),
            color=color,
            tooltip=[tip("part")],
        )
    )


def _names(xs, bands, along: dict, up: dict) -> list[Layer]:
    """Each area's name inside it, where it is thickest, and on the side that has room."""
    left, right = [], []
    for name, ends in bands.items():
        at = max(range(len(xs)), key=lambda k: ends[k][1] - ends[k][0])
        (right if at > len(xs) // 2 else left).append((xs[at], sum(ends[at]) / 2, name))
    layers = []
    for rows, align, dx in ((left, "left", 8), (right, "right", -8)):
        if rows:
            data = frame(x=[r[0] for r in rows], y=[r[1] for r in rows], name=[r[2] for r in rows])
            mark = Layer(data).mark("text", align=align, dx=dx, fontSize=12, fontWeight="bold")
            channels = {"x": x("x", "quantitative", **along), "y": y("y", "quantitative", **up)}
            layers.append(mark.encode(**channels, text=alt.Text(field="name", type="nominal")).inked())
    return layers


def _uprights(rules: dict[str, float], along: dict, up: dict) -> list[Layer]:
    if not rules:
        return []
    n = len(rules)
    data = frame(name=list(rules), at=[float(v) for v in rules.values()], low=[0.0] * n, high=[1.0] * n)
    line = Layer(data).mark("rule", strokeDash=[5, 4], strokeWidth=1.5, color=QUIET)
    label = (
        Layer(data)
        .mark("text", align="center", dy=-8, fontSize=12)
        .encode(
            x=x("at", "quantitative", **along),
            y=y("high", "quantitative", **up),
            text=alt.Text(field="name", type="nominal"),
        )
    )
    return [_upright(line, along, up), label.inked()]


def _upright(layer: Layer, along: dict, up: dict) -> Layer:
    tips = [tip("at", "quantitative", along["title"], ",.0f")]
    return layer.encode(
        x=x("at", "quantitative", **along), y=y("low", "quantitative", **up), y2=alt.Y2(field="high"), tooltip=tips
    )
