"""A block as a diagram: the residual stream down the left, what branches off it down the right."""

from dataclasses import dataclass
from itertools import pairwise

import altair as alt

from core.charts.marks import ACCENT, QUIET, frame, x, y
from core.charts.spec import Chart, Layer, chart

_ROW = 66  # pixels
_HALF = 0.34  # of a box's height, in rows
_STREAM, _BRANCH = 0.245, 0.755  # the middles of the two lanes
_WIDE = 0.235  # half of a box's width


@dataclass(frozen=True)
class Station:
    """One box: its title, the line below it, whether it lies on the stream, and whether it is a norm (dashed)."""

    title: str
    text: str
    on_stream: bool
    norm: bool = False


def stream_diagram(stations: list[Station]) -> Chart:
    """Boxes from top to bottom in the order of the computation. The stream runs from one box on it to the next (thick);
    a branch leaves it to the right and comes back to the next box on it (thin).

    Example:
        S = core.charts.Station
        core.charts.stream_diagram([S("x", "1, 2", True), S("f(x)", "3, 4", False), S("x + f(x)", "4, 6", True)])
    """
    across = {"scale": alt.Scale(domain=[0, 1], nice=False), "axis": None}
    down = {"scale": alt.Scale(domain=[-0.5, len(stations) - 0.5], reverse=True, nice=False), "axis": None}
    thick, thin = _stream_edges(stations), _branch_edges(stations)
    layers = [
        _lines([e for edge in thick for e in _segments(edge)], across, down, color=ACCENT, strokeWidth=3),
        _lines([e for edge in thin for e in _segments(edge)], across, down, color=QUIET, strokeWidth=1.5),
        _heads(thick, across, down, ACCENT),
        _heads(thin, across, down, QUIET),
        *_boxes(stations, across, down),
    ]
    return chart(layers, height=_ROW * len(stations), own_scales=True)


def _middle(station: Station) -> float:
    return _STREAM if station.on_stream else _BRANCH


def _stream_edges(stations) -> list[list[tuple[float, float]]]:
    rows = [row for row, station in enumerate(stations) if station.on_stream]
    return [[(_STREAM, a + _HALF), (_STREAM, b - _HALF)] for a, b in pairwise(rows)]


def _branch_edges(stations) -> list[list[tuple[float, float]]]:
    edges = []
    for row, (above, below) in enumerate(pairwise(stations)):
        if above.on_stream and not below.on_stream:  # leaves the stream
            edges.append([(_STREAM + _WIDE, row + 0.14), (_BRANCH, row + 0.14), (_BRANCH, row + 1 - _HALF)])
        elif not above.on_stream and below.on_stream:  # comes back
            edges.append([(_BRANCH, row + _HALF), (_BRANCH, row + 0.86), (_STREAM + _WIDE, row + 0.86)])
        elif not above.on_stream:
            edges.append([(_BRANCH, row + _HALF), (_BRANCH, row + 1 - _HALF)])
    return edges


def _segments(edge):
    return list(pairwise(edge))


def _lines(segments, across: dict, down: dict, **style) -> Layer:
    data = frame(
        x=[a[0] for a, _ in segments],
        y=[a[1] for a, _ in segments],
        to_x=[b[0] for _, b in segments],
        to_y=[b[1] for _, b in segments],
    )
    channels = {"x": x("x", "quantitative", **across), "y": y("y", "quantitative", **down)}
    return Layer(data).mark("rule", **style).encode(**channels, x2=alt.X2(field="to_x"), y2=alt.Y2(field="to_y"))


def _heads(edges, across: dict, down: dict, color: str) -> Layer:
    """A triangle at the end of each edge: down, or left where it comes back to the stream."""
    ends = [edge[-1] for edge in edges]
    turn = [270.0 if edge[-1][1] == edge[-2][1] else 180.0 for edge in edges]
    data = frame(x=[e[0] for e in ends], y=[e[1] for e in ends], turn=turn)
    angle = alt.Angle(field="turn", type="quantitative", scale=alt.Scale(domain=[0, 360], range=[0, 360]))
    mark = Layer(data).mark("point", shape="triangle-up", filled=True, size=90, opacity=1, color=color)
    return mark.encode(x=x("x", "quantitative", **across), y=y("y", "quantitative", **down), angle=angle)


def _boxes(stations: list[Station], across: dict, down: dict) -> list[Layer]:
    data = frame(
        title=[s.title for s in stations],
        text=[s.text for s in stations],
        left=[_middle(s) - _WIDE for s in stations],
        middle=[_middle(s) for s in stations],
        right=[_middle(s) + _WIDE for s in stations],
        top=[row - _HALF for row in range(len(stations))],
        row=list(range(len(stations))),
        bottom=[row + _HALF for row in range(len(stations))],
        norm=[s.norm for s in stations],
    )
    base = Layer(data)
    edges = {
        "x": x("left", "quantitative", **across),
        "x2": alt.X2(field="right"),
        "y": y("top", "quantitative", **down),
        "y2": alt.Y2(field="bottom"),
    }
    dash = alt.condition("datum.norm", alt.value([4, 3]), alt.value([1, 0]))
    box = base.mark("rect", cornerRadius=4, fill=QUIET, fillOpacity=0.12, stroke=QUIET, strokeWidth=1.25)
    at = {"x": x("middle", "quantitative", **across), "y": y("row", "quantitative", **down)}
    title = base.mark("text", dy=-9, fontSize=12, fontWeight="bold").encode(
        **at, text=alt.Text(field="title", type="nominal")
    )
    text = base.mark("text", dy=9, fontSize=11).encode(**at, text=alt.Text(field="text", type="nominal"))
    return [box.encode(**edges, strokeDash=dash), title.inked(), text.inked()]
