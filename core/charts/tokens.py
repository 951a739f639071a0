"""A text cut into tokens: one box each, in lines like text, with the token's id below it."""

import unicodedata

import altair as alt

from core.charts.marks import ACCENT, QUIET, frame, tip, x, y
from core.charts.spec import Chart, Layer, chart

MAX_TOKENS = 240  # boxes drawn; a page says so when there are more
_LINE = 54  # character cells in a line: as many as a phone can show
_LONGEST = 24  # characters of a token that are written out
_FONT = "'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace"


def tokens(labels, ids=None, *, bytes_only=None, chosen=()) -> Chart:
    """The first MAX_TOKENS tokens, in reading order.

    labels      what stands in the boxes, with white space made visible
    ids         numbers below the boxes
    bytes_only  bools: the label is bytes and not characters; the box gets a dotted edge
    chosen      indices of the tokens to outline

    Example:
        core.charts.tokens(["the", "·cat"], [262, 1134], chosen=[1])
    """
    shown = [str(label) for label in labels][:MAX_TOKENS]
    below = [str(i) for i in ids][:MAX_TOKENS] if ids is not None else [""] * len(shown)
    written = [label if len(label) <= _LONGEST else f"{label[: _LONGEST - 1]}…" for label in shown]
    left, right, line = _flow(
        [max(_cells(word), 0.8 * len(number)) for word, number in zip(written, below, strict=True)]
    )
    marked = set(chosen)
    data = frame(
        at=range(len(shown)),
        token=shown,
        written=written,
        id=below,
        left=left,
        right=right,
        middle=[(a + b) / 2 for a, b in zip(left, right, strict=True)],
        line=line,
        end=[row + 1 for row in line],
        odd=[k % 2 == 1 for k in range(len(shown))],
        chosen=[k in marked for k in range(len(shown))],
        dotted=list(bytes_only or [False] * len(shown))[:MAX_TOKENS],
    )
    lines = max(line, default=0) + 1
    return chart(_layers(data, lines, ids is not None), height=lines * (46 if ids is not None else 30), own_scales=True)


def _cells(word: str) -> float:
    """How many character cells a word takes: two for a wide character, none for a mark on another one."""
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 0 if unicodedata.combining(c) else 1 for c in word)


def _flow(widths: list[float]) -> tuple[list[float], list[float], list[int]]:
    """Left and right edge and line of each box, in cells: boxes side by side, a new line where one does not fit."""
    left, right, line = [], [], []
    at, row = 0.0, 0
    for width in widths:
        width = min(width + 1.0, _LINE)
        if at and at + width > _LINE:
            at, row = 0.0, row + 1
        left.append(at)
        right.append(at + width)
        line.append(row)
        at += width + 0.3
    return left, right, line


def _layers(data, lines: int, numbered: bool) -> list[Layer]:
    along = {"scale": alt.Scale(domain=[0, _LINE], nice=False, zero=False), "axis": None}
    down = {"scale": alt.Scale(domain=[0, lines], reverse=True, nice=False, zero=False), "axis": None}
    tips = [tip("at", "quantitative", "token number"), tip("token"), *([tip("id")] if numbered else [])]
    height = 0.56 if numbered else 0.84  # of a line, for the box
    placed = {"x": x("left", "quantitative", **along), "x2": alt.X2(field="right")}
    boxes = Layer(data, transforms=({"calculate": f"datum.line + {height}", "as": "bottom"},)).encode(
        **placed, y=y("line", "quantitative", **down), y2=alt.Y2(field="bottom"), tooltip=tips
    )
    box = {"cornerRadius": 3, "fill": QUIET}
    shade = alt.condition("datum.odd", alt.value(0.32), alt.value(0.14))
    middle = {"x": x("middle", "quantitative", **along)}
    word = {"expr": f"min(15, 1.62 * width / {_LINE})"}
    small = {"expr": f"min(11, 1.4 * width / {_LINE})"}
    texts = [_text(data, height / 2, word, "written", 1.0, middle, down)]
    texts += [_text(data, height + 0.2, small, "id", 0.75, middle, down)] if numbered else []
    return [
        boxes.mark("rect", **box).encode(fillOpacity=shade),
        boxes.where("datum.dotted").mark("rect", fillOpacity=0, stroke=QUIET, strokeDash=[2, 2], cornerRadius=3),
        boxes.where("datum.chosen").mark("rect", fillOpacity=0, stroke=ACCENT, strokeWidth=2, cornerRadius=3),
        *texts,
    ]


def _text(data, depth: float, size: dict, field: str, opacity: float, middle: dict, down: dict) -> Layer:
    """A line of text at this depth of its line."""
    layer = Layer(data, transforms=({"calculate": f"datum.line + {depth}", "as": "height"},))
    marked = layer.mark("text", font=_FONT, fontSize=size, baseline="middle", opacity=opacity)
    text = alt.Text(field=field, type="nominal")
    return marked.encode(**middle, y=y("height", "quantitative", **down), text=text).inked()
