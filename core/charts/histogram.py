"""Histograms, with the density that was expected."""

import altair as alt
import numpy as np

from core.charts.curves import TOP_LEGEND
from core.charts.marks import QUIET, frame, keys, tip, x, y
from core.charts.spec import Chart, Layer, chart


def histogram(
    values,
    *,
    x_title: str,
    domain: tuple[float, float],
    bins: int = 40,
    density: dict[str, tuple[list[float], list[float]]] | None = None,
    height: int = 260,
) -> Chart:
    """The density of many values over a fixed domain (the area of all bars is the share that falls inside it), with
    curves to compare it with.

    density  name of a curve -> (xs, ys)

    Example:
        core.charts.histogram(samples, x_title="score", domain=(-4, 4), density={"normal": (xs, ys)})
    """
    values = np.asarray(values, dtype=float)
    counts, edges = np.histogram(values, bins=bins, range=domain)
    share = counts / (max(1, values.size) * (edges[1] - edges[0]))
    data = frame(left=edges[:-1], right=edges[1:], density=share, count=counts)
    along = {"title": x_title, "scale": alt.Scale(zero=False, nice=False)}  # from the first bar to the last
    tips = [
        tip("left", "quantitative", "from", ".2f"),
        tip("right", "quantitative", "to", ".2f"),
        tip("count", "quantitative"),
    ]
    boxes = (
        Layer(data)
        .mark("bar", fillOpacity=0.5, fill=QUIET, stroke=QUIET, strokeWidth=0.5)
        .encode(
            x=x("left", "quantitative", bin="binned", axis=alt.Axis(tickCount=6), **along),
            x2=alt.X2(field="right"),
            y=y("density", "quantitative", "density"),
            tooltip=tips,
        )
    )
    return chart([boxes, *_curves(density, along)], height=height, own_scales=True)


def _curves(density, along: dict) -> list[Layer]:
    if not density:
        return []
    names = keys(density)
    named = zip(names, density.values(), strict=True)
    rows = [(px, py, name) for name, (xs, ys) in named for px, py in zip(xs, ys, strict=True)]
    data = frame(x=[float(r[0]) for r in rows], y=[float(r[1]) for r in rows], line=[r[2] for r in rows])
    color = alt.Color(field="line", type="nominal", scale=alt.Scale(domain=names), legend=TOP_LEGEND)
    channels = {"x": x("x", "quantitative", **along), "y": y("y", "quantitative", "density"), "color": color}
    return [Layer(data).mark("line", strokeWidth=2, clip=True).encode(**channels)]
