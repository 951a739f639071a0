"""A plane of vectors: arrows from the origin, named points, and the hull that holds them."""

import altair as alt

from core.charts.marks import PLAIN, QUIET, frame, keys, tip, x, y
from core.charts.spec import Chart, Layer, chart


def plane(
    points: dict[str, tuple[float, float]],
    *,
    arrows: dict[str, tuple[float, float]] | None = None,
    hulls: dict[str, list[tuple[float, float]]] | None = None,
    groups: dict[str, str] | None = None,
    limit: float | None = None,
    size: int = 300,
) -> Chart:
    """Named points and arrows in the plane, on equal axes from -limit to limit, `size` pixels square.

    points  name -> (x, y), drawn as dots with their names
    arrows  name -> (x, y), drawn from the origin
    hulls   name -> corners in order, drawn as a closed outline around a group of points
    groups  name of a point -> name of its group, told apart by colour and by shape

    Example:
        core.charts.plane({"v1": (1, 0), "v2": (0, 1)}, arrows={"query": (1, 1)}, hulls={"values": [(1, 0), (0, 1)]})
    """
    arrows, hulls, groups = arrows or {}, hulls or {}, groups or {}
    ends = [*points.values(), *arrows.values(), *(corner for hull in hulls.values() for corner in hull)]
    limit = limit or 1.15 * max([1e-9, *(abs(float(c)) for end in ends for c in end)])
    scales = (alt.Scale(domain=[-limit, limit], nice=False),) * 2
    layers = [*_axes(), *(_hull(name, corners, scales) for name, corners in hulls.items())]
    if arrows:
        layers += _arrows(arrows, scales)
    if points:
        layers += _points(points, groups, scales)
    return chart(layers, height=size, width=size, own_scales=True)


def _axes() -> list[Layer]:
    zero = Layer(frame(zero=[0.0]))
    across = zero.mark("rule", color=QUIET, opacity=0.6).encode(y=y("zero", "quantitative", None))
    up = zero.mark("rule", color=QUIET, opacity=0.6).encode(x=x("zero", "quantitative", None))
    return [across, up]


def _at(scales) -> dict:
    axis = alt.Axis(tickCount=5)
    return {
        "x": x("x", "quantitative", None, scale=scales[0], axis=axis),
        "y": y("y", "quantitative", None, scale=scales[1], axis=axis),
    }


def _hull(name: str, corners, scales) -> Layer:
    closed = [*corners, corners[0]] if corners else []
    data = frame(
        x=[float(c[0]) for c in closed], y=[float(c[1]) for c in closed], order=list(range(len(closed))), hull=name
    )
    return (
        Layer(data)
        .mark(
            "line", strokeDash=[4, 3], strokeWidth=1.5, fillOpacity=0.12, fill=QUIET, color=QUIET, interpolate="linear"
        )
        .encode(
            **_at(scales), order=alt.Order(field="order", type="quantitative"), tooltip=[tip("hull", title="hull of")]
        )
    )


def _arrows(arrows, scales) -> list[Layer]:
    """A line from the origin and a triangle, turned the right way, at its end."""
    import math

    data = frame(
        name=list(arrows),
        arrow=keys(arrows),
        x=[float(v[0]) for v in arrows.values()],
        y=[float(v[1]) for v in arrows.values()],
        zero=[0.0] * len(arrows),
        turn=[90.0 - math.degrees(math.atan2(float(v[1]), float(v[0]))) for v in arrows.values()],
    )
    tips = [tip("name"), tip("x", "quantitative", "x", ".3f"), tip("y", "quantitative", "y", ".3f")]
    color = alt.Color(field="arrow", type="nominal", sort=None, scale=alt.Scale(domain=keys(arrows)), legend=None)
    base = Layer(data).encode(**_at(scales), color=color, tooltip=tips)
    shaft = base.mark("rule", strokeWidth=2).encode(x2=alt.X2(field="zero"), y2=alt.Y2(field="zero"))
    head = base.mark("point", shape="triangle-up", filled=True, size=110, opacity=1).encode(
        angle=alt.Angle(field="turn", type="quantitative", scale=alt.Scale(domain=[0, 360], range=[0, 360]))
    )
    label = base.mark("text", dx=8, dy=14, align="left", fontSize=12).encode(
        text=alt.Text(field="name", type="nominal")
    )
    return [shaft, head, label.inked()]


def _points(points, groups, scales) -> list[Layer]:
    data = frame(
        name=list(points),
        x=[float(v[0]) for v in points.values()],
        y=[float(v[1]) for v in points.values()],
        group=keys(groups.get(name, "") for name in points),
    )
    known = list(dict.fromkeys(data["group"]))
    legend = None if len(known) < 2 else alt.Legend(title=None, orient="top", columns=3, labelExpr=PLAIN)
    base = Layer(data).encode(
        **_at(scales), tooltip=[tip("name"), tip("x", "quantitative", "x", ".3f"), tip("y", "quantitative", "y", ".3f")]
    )
    scale = alt.Scale(domain=known)
    dots = base.mark("point", filled=True, size=70, opacity=0.95).encode(
        color=alt.Color(field="group", type="nominal", scale=scale, legend=legend),
        shape=alt.Shape(field="group", type="nominal", scale=scale, legend=legend),
    )
    return [
        dots,
        base.mark("text", dx=8, dy=-8, align="left", fontSize=12)
        .encode(text=alt.Text(field="name", type="nominal"))
        .inked(),
    ]
