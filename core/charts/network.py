"""A small network: one input, a column of hidden units, one output, and the weights between them."""

import altair as alt

from core.charts.marks import ACCENT, QUIET, frame, tip, x, y
from core.charts.spec import Chart, Layer, chart

_ACROSS = alt.Scale(domain=[-0.25, 2.3], nice=False)


def network(units, *, source: tuple[str, float], target: tuple[str, float], full: float) -> Chart:
    """units: (name, weight in, activation, weight out) top to bottom.

    source, target  name and value of the input and of the output
    full            the activation at which a unit is filled completely

    A line is as thick as its weight is large beside the others of its side, dashed where it is negative. A unit is
    filled by its activation, and empty with a cross when that is exactly zero.

    Example:
        core.charts.network([("1", 0.5, 0.7, -0.2)], source=("x", 1.4), target=("y", -0.14), full=2.0)
    """
    n = len(units)
    heights = [(at + 0.5) / n for at in range(n)]
    wires = frame(
        from_x=[0.0] * n + [1.0] * n,
        to_x=[1.0] * n + [2.0] * n,
        from_y=[0.5] * n + heights,
        to_y=heights + [0.5] * n,
        weight=[unit[1] for unit in units] + [unit[3] for unit in units],
        size=[*_sizes([unit[1] for unit in units]), *_sizes([unit[3] for unit in units])],
        wire=[f"into unit {unit[0]}" for unit in units] + [f"out of unit {unit[0]}" for unit in units],
    )
    nodes = frame(
        x=[1.0] * n,
        y=heights,
        unit=[unit[0] for unit in units],
        activation=[unit[2] for unit in units],
        filled=[min(1.0, abs(unit[2]) / full) for unit in units],
    )
    ends = frame(
        x=[0.0, 2.0],
        y=[0.5, 0.5],
        name=[source[0], target[0]],
        value=[f"{end[1]:.3g}".replace("-", "−") for end in (source, target)],
    )
    down = {"scale": alt.Scale(domain=[0, 1], reverse=True, nice=False), "axis": None}
    return chart([_wires(wires, down), *_units(nodes, down), *_ends(ends, down)], height=31 * n, own_scales=True)


def _sizes(weights: list[float]) -> list[float]:
    """Each weight's size as a share of the largest."""
    largest = max([1e-12, *map(abs, weights)])
    return [abs(weight) / largest for weight in weights]


def _wires(data, down: dict) -> Layer:
    width = alt.Scale(domain=[0, 1], range=[0.5, 6])
    wire = Layer(data).encode(
        x=x("from_x", "quantitative", scale=_ACROSS, axis=None),
        x2=alt.X2(field="to_x"),
        y=y("from_y", "quantitative", **down),
        y2=alt.Y2(field="to_y"),
        strokeWidth=alt.StrokeWidth(field="size", type="quantitative", scale=width, legend=None),
        tooltip=[tip("wire"), tip("weight", "quantitative", "weight", ".3f")],
    )
    dash = alt.condition("datum.weight < 0", alt.value([5, 4]), alt.value([1, 0]))
    return wire.mark("rule", color=QUIET, opacity=0.7).encode(strokeDash=dash)


def _units(data, down: dict) -> list[Layer]:
    base = Layer(data).encode(
        x=x("x", "quantitative", scale=_ACROSS, axis=None),
        y=y("y", "quantitative", **down),
        tooltip=[tip("unit"), tip("activation", "quantitative", "activation", ".4f")],
    )
    fill = alt.FillOpacity(
        field="filled", type="quantitative", scale=alt.Scale(domain=[0, 1], range=[0.08, 1]), legend=None
    )
    return [
        base.mark("point", shape="circle", size=340, filled=True, fill=ACCENT).encode(fillOpacity=fill),
        base.mark("point", shape="circle", size=340, filled=False, strokeWidth=1.5, color=QUIET),
        base.where("datum.activation == 0").mark("text", text="×", fontSize=14, color=QUIET),
        base.where("datum.activation != 0")
        .mark("text", align="left", dx=14, dy=-8, fontSize=11)
        .encode(text=alt.Text(field="activation", type="quantitative", format=".2f"))
        .inked(),
    ]


def _ends(data, down: dict) -> list[Layer]:
    base = Layer(data).encode(x=x("x", "quantitative", scale=_ACROSS, axis=None), y=y("y", "quantitative", **down))
    return [
        base.mark("point", shape="square", size=620, filled=True, fill=QUIET, fillOpacity=0.35),
        base.mark("text", fontSize=14, fontStyle="italic").encode(text=alt.Text(field="name", type="nominal")).inked(),
        base.mark("text", dy=24, fontSize=12).encode(text=alt.Text(field="value", type="nominal")).inked(),
    ]
