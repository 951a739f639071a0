"""Words on a plane: dots by group, a hull around each group, and two of them as arrows from the zero vector.

Labels are put where they hide least: right, left, above or below their dot.
"""

import unicodedata

import altair as alt

from core.charts.heatmap import CELL
from core.charts.marks import ACCENT, PLAIN, QUIET, frame, keys, tip, x, y
from core.charts.spec import Chart, Layer, chart

_SIDES = {"right": ("left", 7, 0), "left": ("right", -7, 0), "above": ("center", 0, -10), "below": ("center", 0, 11)}
_TARGET = 460  # square pixels: a circle of 24 pixels around each dot, which a finger hits
_LETTER, _LINE = 6.3, 12  # pixels that a label takes: a letter's width, a line's height


def word_plane(words, points, groups, *, hulls, origin, chosen: tuple[int, int], size: int = 460) -> Chart:
    """words     n names;  points  [n, 2];  groups  the name of the group of each word
    hulls     name of a group -> corners in order
    origin    where the zero vector lies on the plane
    chosen    the two words (a, b) drawn as arrows; a click on another word makes it a, and a becomes b

    Example:
        core.charts.word_plane(p.words, p.points, p.groups, hulls=p.hulls, origin=p.origin, chosen=(0, 1))
    """
    spots = [(float(px), float(py)) for px, py in points]
    scales, to_pixels = _square([*spots, tuple(origin)], size)
    data = _table(words, spots, groups, _sides(words, [to_pixels(spot) for spot in spots]), chosen)
    layers = [
        *(_hull(name, corners, scales) for name, corners in hulls.items()),
        *_arrows([words[k] for k in chosen], [spots[k] for k in chosen], origin, scales),
        *_dots(data, scales),
    ]
    return chart(layers, height=size, width=size, own_scales=True)


def _square(spots, size: int):
    """Equal scales for x and y that hold every spot, and the map from a spot to pixels."""
    ends = [(min(values), max(values)) for values in zip(*spots, strict=True)]
    half = 0.56 * max([1e-9, *(high - low for low, high in ends)])
    middles = [(low + high) / 2 for low, high in ends]
    scales = [alt.Scale(domain=[middle - half, middle + half], nice=False, zero=False) for middle in middles]
    factor = size / (2 * half)

    def to_pixels(spot):
        return (spot[0] - middles[0]) * factor, -(spot[1] - middles[1]) * factor

    return scales, to_pixels


def _sides(words, spots) -> list[str]:
    """For each word in turn, the side of its dot on which its label covers the fewest dots and earlier labels."""
    taken = [(px - 4, py - 4, px + 4, py + 4) for px, py in spots]
    sides = []
    for word, spot in zip(words, spots, strict=True):
        boxes = {side: _box(word, spot, side) for side in _SIDES}
        side = min(boxes, key=lambda name: sum(_overlap(boxes[name], other) for other in taken))
        taken.append(boxes[side])
        sides.append(side)
    return sides


def _box(word: str, spot, side: str) -> tuple[float, float, float, float]:
    align, dx, dy = _SIDES[side]
    width = _LETTER * sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in word)
    left = spot[0] + dx - {"left": 0, "center": width / 2, "right": width}[align]
    return left, spot[1] + dy - _LINE / 2, left + width, spot[1] + dy + _LINE / 2


def _overlap(one, other) -> float:
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return wide * high if wide > 0 and high > 0 else 0.0


def _table(words, spots, groups, sides, chosen):
    a, b = chosen
    return frame(
        i=range(len(words)),
        j=[b if k == a else a for k in range(len(words))],  # what a click leaves as the second word
        name=list(words),
        x=[spot[0] for spot in spots],
        y=[spot[1] for spot in spots],
        group=keys(groups),
        side=sides,
        chosen=[k in chosen for k in range(len(words))],
    )


def _at(scales) -> dict:
    axis = alt.Axis(labels=False, ticks=False, tickCount=5)
    return {
        "x": x("x", "quantitative", None, scale=scales[0], axis=axis),
        "y": y("y", "quantitative", None, scale=scales[1], axis=axis),
    }


def _hull(name: str, corners, scales) -> Layer:
    closed = [*corners, corners[0]]
    data = frame(x=[c[0] for c in closed], y=[c[1] for c in closed], order=range(len(closed)), hull=name)
    line = Layer(data).mark("line", strokeDash=[4, 3], strokeWidth=1.2, fillOpacity=0.1, fill=QUIET, color=QUIET)
    order = alt.Order(field="order", type="quantitative")
    return line.encode(**_at(scales), order=order, tooltip=[tip("hull", title="hull of")])


def _arrows(names, ends, origin, scales) -> list[Layer]:
    """Lines from the zero vector to the two chosen words, and a ring where the zero vector is."""
    data = frame(
        name=list(names),
        x=[end[0] for end in ends],
        y=[end[1] for end in ends],
        zero_x=[float(origin[0])] * len(ends),
        zero_y=[float(origin[1])] * len(ends),
    )
    base = Layer(data).encode(**_at(scales))
    lines = base.mark("rule", color=ACCENT, strokeWidth=2.2)
    ring = Layer(frame(x=[float(origin[0])], y=[float(origin[1])], name=["zero vector"])).encode(**_at(scales))
    return [
        lines.encode(x2=alt.X2(field="zero_x"), y2=alt.Y2(field="zero_y")),
        ring.mark("point", size=70, strokeWidth=2, color=QUIET).encode(tooltip=[tip("name")]),
        ring.mark("text", dy=15, fontSize=11, fontStyle="italic", text="0").inked(),
    ]


def _dots(data, scales) -> list[Layer]:
    """The dots, each in a larger place that nobody sees and a click chooses, and their labels on their sides."""
    known = list(dict.fromkeys(data["group"]))
    scale = alt.Scale(domain=known)
    legend = alt.Legend(title=None, orient="top", columns=3, labelExpr=PLAIN) if len(known) > 1 else None
    base = Layer(data).encode(**_at(scales), tooltip=[tip("name"), tip("group")])
    dots = base.mark("point", filled=True, size=90, opacity=1, cursor="pointer").encode(
        color=alt.Color(field="group", type="nominal", sort=None, scale=scale, legend=legend),
        shape=alt.Shape(field="group", type="nominal", sort=None, scale=scale, legend=legend),
        stroke=alt.condition("datum.chosen", alt.value(ACCENT), alt.value("transparent")),
        strokeWidth=alt.value(2.5),
    )
    target = base.mark("point", filled=True, size=_TARGET, opacity=0, cursor="pointer", aria=False)
    return [target.selectable(CELL, ["i", "j"]), dots, *(_labels(base, side) for side in _SIDES)]


def _labels(base: Layer, side: str) -> Layer:
    align, dx, dy = _SIDES[side]
    here = base.where(f"datum.side == '{side}'")
    words = here.mark("text", align=align, baseline="middle", dx=dx, dy=dy, fontSize=11.5)
    return words.encode(text=alt.Text(field="name", type="nominal")).inked()
