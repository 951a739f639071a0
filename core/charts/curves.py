"""Curves over a quantity, with named lines of reference, and histograms with an expected density."""

import altair as alt

from core.charts.marks import QUIET, frame, tip, x, y


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
    height: int = 280,
) -> alt.LayerChart:
    """One line per series over the same x values, told apart by colour and dash, named in a legend above.

    xs        the x values, ascending
    series    name -> y values, of the length of xs (NaN leaves a gap)
    rules     name -> y of a dashed horizontal line, named at its left end (chance, ceiling, floor)
    marker    an x at which a vertical line stands: where the reader is

    Example:
        core.charts.curves([0, 1, 2], {"loss": [3.0, 1.0, 0.5]}, x_title="step", rules={"floor": 0.4}, marker=1)
    """
    xs = [float(v) for v in xs]
    names = list(series)
    data = frame(
        x=xs * len(names),
        y=[float(v) for name in names for v in series[name]],
        line=[name for name in names for _ in xs],
    )
    x_scale = alt.Scale(type="log" if x_log else "linear", domain=[xs[0], xs[-1]], nice=False)
    y_more = {"domain": list(y_domain)} if y_domain else {"zero": not y_log}
    y_scale = alt.Scale(type="log" if y_log else "linear", **y_more)
    legend = (
        None
        if len(names) == 1
        else alt.Legend(title=None, orient="top", columns=3, symbolType="stroke", labelLimit=130)
    )
    lines = (
        alt.Chart(data)
        .mark_line(strokeWidth=2, clip=True)
        .encode(
            x=x("x", "quantitative", x_title, scale=x_scale),
            y=y("y", "quantitative", y_title, scale=y_scale, axis=alt.Axis(format=y_format, tickCount=5)),
            color=alt.Color(field="line", type="nominal", sort=None, scale=alt.Scale(domain=names), legend=legend),
            strokeDash=alt.StrokeDash(
                field="line",
                type="nominal",
                sort=None,
                scale=alt.Scale(domain=names, range=_dashes(len(names))),
                legend=legend,
            ),
            tooltip=[
                tip("line"),
                tip("x", "quantitative", x_title, "~g"),
                tip("y", "quantitative", y_title or "value", ".4~g"),
            ],
        )
    )
    return alt.layer(lines, *_rules(rules or {}, xs[0]), *_marker(marker)).properties(height=height)


def histogram(
    values,
    *,
    x_title: str,
    domain: tuple[float, float],
    bins: int = 40,
    density: dict[str, tuple[list[float], list[float]]] | None = None,
    height: int = 240,
) -> alt.LayerChart:
    """The density of many values over a fixed domain (the area of all bars is the share that falls inside it), with
    curves to compare it with: name -> (xs, ys).

    Example:
        core.charts.histogram(samples, x_title="score", domain=(-4, 4), density={"normal": (xs, ys)})
    """
    import numpy as np

    counts, edges = np.histogram(np.asarray(values, dtype=float), bins=bins, range=domain)
    total = max(1, len(values)) * (edges[1] - edges[0])
    data = frame(left=edges[:-1], right=edges[1:], density=counts / total, count=counts)
    boxes = (
        alt.Chart(data)
        .mark_bar(fillOpacity=0.55, stroke=QUIET, strokeWidth=0.5)
        .encode(
            x=x("left", "quantitative", x_title, scale=alt.Scale(domain=list(domain), nice=False)),
            x2=alt.X2(field="right"),
            y=y("density", "quantitative", "density"),
            tooltip=[
                tip("left", "quantitative", "from", ".2f"),
                tip("right", "quantitative", "to", ".2f"),
                tip("count", "quantitative", "count"),
            ],
        )
    )
    lines = [
        alt.Chart(frame(x=list(xs), y=list(ys), line=[name] * len(xs)))
        .mark_line(strokeWidth=2, clip=True)
        .encode(
            x=x("x", "quantitative"),
            y=y("y", "quantitative"),
            color=alt.Color(field="line", type="nominal", scale=alt.Scale(domain=list(density or {})), legend=_TOP),
        )
        for name, (xs, ys) in (density or {}).items()
    ]
    return alt.layer(boxes, *lines).properties(height=height)


_TOP = alt.Legend(title=None, orient="top", columns=3, symbolType="stroke")


def _dashes(n: int) -> list[list[int]]:
    """A dash pattern per line: the first solid, then five others in turn."""
    patterns = [[1, 0], [7, 3], [2, 2], [9, 3, 2, 3], [4, 2], [12, 4]]
    return [patterns[i % len(patterns)] for i in range(n)]


def _rules(rules: dict[str, float], left: float) -> list[alt.Chart]:
    """Dashed horizontal lines, each with its name written on it."""
    if not rules:
        return []
    base = alt.Chart(frame(name=list(rules), at=[float(v) for v in rules.values()], left=[left] * len(rules)))
    line = base.mark_rule(strokeDash=[5, 4], color=QUIET).encode(
        y=y("at", "quantitative"), tooltip=[tip("name"), tip("at", "quantitative", "value", ".4~g")]
    )
    label = base.mark_text(align="left", dx=4, dy=-6, fontSize=11).encode(
        x=x("left", "quantitative"), y=y("at", "quantitative"), text=alt.Text(field="name", type="nominal")
    )
    return [line, label]


def _marker(at: float | None) -> list[alt.Chart]:
    """The vertical line at which the reader stands."""
    if at is None:
        return []
    return [alt.Chart(frame(at=[float(at)])).mark_rule(strokeWidth=1.5, color=QUIET).encode(x=x("at", "quantitative"))]
