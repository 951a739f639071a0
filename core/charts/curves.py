"""Curves over a quantity, with named lines of reference."""

import altair as alt

from core.charts.domains import reach
from core.charts.marks import PLAIN, QUIET, frame, keys, tip, x, y
from core.charts.spec import Chart, Layer, chart

TOP_LEGEND = alt.Legend(
    title=None,
    orient="top",
    columns=2,
    symbolType="stroke",
    symbolSize=200,
    labelExpr=PLAIN,
    labelLimit=120,
    labelFontSize=12,
)


def curves(
    xs,
    series: dict[str, list[float]],
    *,
    x_title: str,
    y_title: str | None = None,
    y_domain: tuple[float, float] | None = None,
    x_log: bool = False,
    y_log: bool = False,
    y_format: str = "~g",
    rules: dict[str, float] | None = None,
    marker: float | None = None,
    bands: dict[str, tuple[list[float], list[float]]] | None = None,
    height: int = 280,
) -> Chart:
    """One line per series over the same x values, told apart by colour and dash, named in a legend above.

    xs        the x values, ascending
    series    name -> y values, of the length of xs (NaN leaves a gap)
    y_domain  the ends of the y axis; keep it the same across reruns where that is possible
    rules     name -> y of a dashed horizontal line with its name on it (chance, ceiling, floor)
    marker    an x at which a vertical line stands: where the reader is
    bands     name of a series -> the lower and the upper end, at each x, of a band in its colour: a spread

    Example:
        core.charts.curves([0, 1, 2], {"loss": [3.0, 1.0, 0.5]}, x_title="step", rules={"floor": 0.4}, marker=1)
    """
    xs = [float(v) for v in xs]
    along = {
        "title": x_title,
        "scale": _plain_scale(x_log),
        "axis": alt.Axis(tickCount=6, labelOverlap=True, **({"format": "~s"} if x_log else {})),
    }
    up = {
        "title": y_title,
        "scale": alt.Scale(
            type="log" if y_log else "linear", **({"domain": list(y_domain)} if y_domain else {"zero": not y_log})
        ),
        "axis": alt.Axis(format=y_format, tickCount=5),
    }
    layers = [*_bands(xs, series, bands or {}, along, up), _lines(xs, series, along, up)]
    layers += [reach(xs[0], xs[-1], x=x("end", "quantitative", **along)), *_rules(rules or {}, xs[0], along, up)]
    layers += _marker(marker, xs, along)
    legend_rows = (len(series) + 1) // 2 if len(series) > 1 else 0
    room = {"left": 5, "right": 14, "top": 5, "bottom": 5}  # half of the last label stands beyond the axis
    return chart(layers, height=height + 18 * legend_rows, own_scales=True, padding=room)


def _plain_scale(log: bool) -> alt.Scale:
    """A scale that ends where its data end."""
    return alt.Scale(type="log", nice=False) if log else alt.Scale(zero=False, nice=False)


def _lines(xs, series, along: dict, up: dict) -> Layer:
    names = keys(series)
    data = frame(
        x=xs * len(names),
        y=[float(v) for values in series.values() for v in values],
        line=[name for name in names for _ in xs],
    )
    legend = TOP_LEGEND if len(names) > 1 else None
    color, dash = alt.Scale(domain=names), alt.Scale(domain=names, range=_dashes(len(names)))
    y_name = up["title"] or "value"
    return (
        Layer(data)
        .mark("line", strokeWidth=2, clip=True)
        .encode(
            x=x("x", "quantitative", **along),
            y=y("y", "quantitative", **up),
            color=alt.Color(field="line", type="nominal", sort=None, scale=color, legend=legend),
            strokeDash=alt.StrokeDash(field="line", type="nominal", sort=None, scale=dash, legend=legend),
            tooltip=[
                tip("line"),
                tip("x", "quantitative", along["title"], "~g"),
                tip("y", "quantitative", y_name, ".4~g"),
            ],
        )
    )


def _bands(xs, series, bands: dict[str, tuple[list[float], list[float]]], along: dict, up: dict) -> list[Layer]:
    """A band for some of the series, in the colours that their lines have."""
    if not bands:
        return []
    names = keys(bands)
    data = frame(
        x=xs * len(names),
        low=[float(v) for low, _ in bands.values() for v in low],
        high=[float(v) for _, high in bands.values() for v in high],
        line=[name for name in names for _ in xs],
    )
    color = alt.Color(field="line", type="nominal", sort=None, scale=alt.Scale(domain=keys(series)), legend=None)
    ends = {"y": y("low", "quantitative", **up), "y2": alt.Y2(field="high")}
    tips = [tip("line"), tip("low", "quantitative", form=".4~g"), tip("high", "quantitative", form=".4~g")]
    mark = Layer(data).mark("area", fillOpacity=0.22, clip=True)
    return [mark.encode(x=x("x", "quantitative", **along), color=color, tooltip=tips, **ends)]


def _dashes(n: int) -> list[list[int]]:
    """A dash pattern per line: the first solid, then five others in turn."""
    patterns = [[1, 0], [7, 3], [2, 2], [9, 3, 2, 3], [4, 2], [12, 4]]
    return [patterns[i % len(patterns)] for i in range(n)]


def _rules(rules: dict[str, float], left: float, along: dict, up: dict) -> list[Layer]:
    """Dashed horizontal lines, each with its name written on it."""
    if not rules:
        return []
    base = Layer(frame(name=list(rules), at=[float(v) for v in rules.values()], left=[left] * len(rules)))
    tips = [tip("name"), tip("at", "quantitative", "value", ".4~g")]
    line = base.mark("rule", strokeDash=[5, 4], color=QUIET).encode(y=y("at", "quantitative", **up), tooltip=tips)
    label = base.mark("text", align="left", dx=4, dy=-6, fontSize=11).encode(
        x=x("left", "quantitative", **along),
        y=y("at", "quantitative", **up),
        text=alt.Text(field="name", type="nominal"),
    )
    return [line, label.inked()]


def _marker(at: float | None, xs, along: dict) -> list[Layer]:
    """The vertical line at which the reader stands."""
    if at is None or not xs[0] <= at <= xs[-1]:
        return []
    return [
        Layer(frame(at=[float(at)]))
        .mark("rule", strokeWidth=1.5, color=QUIET)
        .encode(x=x("at", "quantitative", **along))
    ]
