"""The two towers of the Transformer as boxes that can be clicked."""

from itertools import pairwise

import altair as alt

from core.charts.marks import ACCENT, QUIET, frame, tip, x, y
from core.charts.spec import Chart, Layer, chart

BOX = "cell"  # the name of the selection; its field is `id`
_HALF = 0.42  # of a box's width
_TALL = 0.72
# Where each box stands: its tower (0 left, 1 right) and its height from below.
_PLACES = {
    "source-embedding": (0, 0.0),
    "source-positions": (0, 1.0),
    "encoder-attention": (0, 2.6),
    "encoder-norm-1": (0, 3.5),
    "encoder-ffn": (0, 4.7),
    "encoder-norm-2": (0, 5.6),
    "target-embedding": (1, 0.0),
    "target-positions": (1, 1.0),
    "decoder-attention": (1, 2.6),
    "decoder-norm-1": (1, 3.5),
    "cross-attention": (1, 4.7),
    "decoder-norm-2": (1, 5.6),
    "decoder-ffn": (1, 6.8),
    "decoder-norm-3": (1, 7.7),
    "linear": (1, 9.3),
    "softmax": (1, 10.2),
}
_FRAMES = ((0, 2.05, 6.15), (1, 2.05, 8.25))  # the repeated layers: tower, bottom, top
_MEMORY = ((0.0, 6.0), (0.0, 6.55), (0.5, 6.55), (0.5, 4.7), (1 - _HALF, 4.7))  # from the encoder's top, into the side
_ACROSS, _UP = alt.Scale(domain=[-0.5, 1.5], nice=False), alt.Scale(domain=[-0.55, 10.75], nice=False)


def blueprint(labels: dict[str, str], *, chosen: str, layers: int) -> Chart:
    """Every part as a box at its place, the chosen one outlined, arrows upwards, and the encoder's output going across.

    labels  id of a part -> what is written in its box
    layers  how many times the framed layers are repeated

    Example:
        core.charts.blueprint({part.id: part.label for part in parts}, chosen="cross-attention", layers=6)
    """
    spots = [(part, *_PLACES[part]) for part in labels]
    boxes = frame(
        id=[part for part, _, _ in spots],
        label=[labels[part] for part, _, _ in spots],
        chosen=[part == chosen for part, _, _ in spots],
        middle=[float(tower) for _, tower, _ in spots],
        height=[at for _, _, at in spots],
        left=[tower - _HALF for _, tower, _ in spots],
        right=[tower + _HALF for _, tower, _ in spots],
        bottom=[at - _TALL / 2 for _, _, at in spots],
        top=[at + _TALL / 2 for _, _, at in spots],
    )
    return chart(
        [_frames(), _skips(spots), *_arrows(spots), *_memory(), *_boxes(boxes), _repeats(layers)],
        height=560,
        own_scales=True,
    )


def _corners() -> dict:
    return {
        "x": x("left", "quantitative", scale=_ACROSS, axis=None),
        "x2": alt.X2(field="right"),
        "y": y("bottom", "quantitative", scale=_UP, axis=None),
        "y2": alt.Y2(field="top"),
    }


def _boxes(data) -> list[Layer]:
    mark = Layer(data).mark("rect", cornerRadius=5, fill=QUIET, strokeWidth=3, cursor="pointer")
    solid = mark.encode(
        **_corners(),
        fillOpacity=alt.condition("datum.chosen", alt.value(0.34), alt.value(0.16)),
        stroke=alt.condition("datum.chosen", alt.value(ACCENT), alt.value("transparent")),
        tooltip=[tip("label", title="part")],
    )
    words = (
        Layer(data)
        .mark("text", fontSize=12.5, limit=150, cursor="pointer")
        .encode(**_centre("middle", "height"), text=alt.Text(field="label", type="nominal"))
    )
    return [solid.selectable(BOX, ["id"]), words.inked()]


def _centre(across: str, up: str) -> dict:
    return {"x": x(across, "quantitative", scale=_ACROSS, axis=None), "y": y(up, "quantitative", scale=_UP, axis=None)}


def _frames() -> Layer:
    data = frame(
        left=[tower - 0.485 for tower, _, _ in _FRAMES],
        right=[tower + 0.485 for tower, _, _ in _FRAMES],
        bottom=[low for _, low, _ in _FRAMES],
        top=[high for _, _, high in _FRAMES],
    )
    style = {"cornerRadius": 8, "fillOpacity": 0, "stroke": QUIET, "strokeDash": [4, 3], "strokeWidth": 1.2}
    return Layer(data).mark("rect", **style).encode(**_corners())


def _repeats(layers: int) -> Layer:
    data = frame(
        middle=[tower - 0.47 for tower, _, _ in _FRAMES],
        height=[high - 0.2 for _, _, high in _FRAMES],
        label=[f"{layers} ×"] * len(_FRAMES),
    )
    style = {"fontSize": 12, "align": "left", "fontStyle": "italic", "dy": -14}
    return (
        Layer(data)
        .mark("text", **style)
        .encode(**_centre("middle", "height"), text=alt.Text(field="label", type="nominal"))
        .inked()
    )


def _arrows(spots) -> list[Layer]:
    """From the top of each box to the bottom of the next one in its tower."""
    pairs = []
    for side in (0, 1):
        heights = sorted(at for _, tower, at in spots if tower == side)
        pairs += [(side, a + _TALL / 2, b - _TALL / 2) for a, b in pairwise(heights)]
    data = frame(
        middle=[float(side) for side, _, _ in pairs], low=[a for _, a, _ in pairs], high=[b for _, _, b in pairs]
    )
    shaft = (
        Layer(data)
        .mark("rule", color=QUIET, strokeWidth=1.5)
        .encode(**_centre("middle", "low"), y2=alt.Y2(field="high"))
    )
    head = Layer(data).mark("point", shape="triangle-up", filled=True, size=45, opacity=1, color=QUIET, dy=2)
    return [shaft, head.encode(**_centre("middle", "high"))]


def _skips(spots) -> Layer:
    """The residual connections: around each sub-layer, into the norm above it."""
    heights = {part: (tower, at) for part, tower, at in spots}
    rows = []
    for norm, (tower, at) in heights.items():
        if "-norm-" in norm:
            below = max(h for side, h in heights.values() if side == tower and h < at) - _TALL / 2 - 0.16
            corners = ((0.0, below), (0.455, below), (0.455, at), (_HALF, at))
            rows += [(norm, order, tower + across, up) for order, (across, up) in enumerate(corners)]
    data = frame(
        norm=[row[0] for row in rows],
        order=[row[1] for row in rows],
        across=[row[2] for row in rows],
        up=[row[3] for row in rows],
    )
    return (
        Layer(data)
        .mark("line", color=QUIET, strokeWidth=1.2)
        .encode(
            **_centre("across", "up"),
            order=alt.Order(field="order", type="quantitative"),
            detail=alt.Detail(field="norm", type="nominal"),
        )
    )


def _memory() -> list[Layer]:
    """The encoder's output on its way into every cross-attention."""
    data = frame(across=[a for a, _ in _MEMORY], up=[b for _, b in _MEMORY], order=list(range(len(_MEMORY))))
    line = (
        Layer(data)
        .mark("line", color=ACCENT, strokeWidth=2)
        .encode(**_centre("across", "up"), order=alt.Order(field="order", type="quantitative"))
    )
    end = frame(across=[_MEMORY[-1][0]], up=[_MEMORY[-1][1]], label=["K, V"])
    head = Layer(end).mark("point", shape="triangle-right", filled=True, size=60, opacity=1, color=ACCENT)
    text = Layer(frame(across=[0.25], up=[6.8], label=["keys, values"])).mark("text", fontSize=11)
    return [
        line,
        head.encode(**_centre("across", "up")),
        text.encode(**_centre("across", "up"), text=alt.Text(field="label", type="nominal")).inked(),
    ]
