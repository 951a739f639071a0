"""A text cut into tokens: one box each, in lines like text, with the token's id below it."""

import unicodedata
from collections.abc import Callable

import altair as alt

from core.charts.marks import ACCENT, QUIET, frame, tip, x, y
from core.charts.spec import Chart, Layer, chart

MAX_TOKENS = 240  # boxes drawn; a page says so when there are more
_LINES = (36, 60, 84)  # character cells in a line: on a phone, on a page of 700 pixels, on a wide one
_CELL = 9.9  # pixels that a cell takes at least, where there is room; a letter takes 9
_LONGEST = 24  # characters of a token that are written out
_STEP, _BOX = 42, 26  # pixels: a line with its box and its ids, and the box
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
    widths = [max(_cells(word), 0.8 * len(number)) for word, number in zip(written, below, strict=True)]
    marked = set(chosen)
    data = frame(
        at=range(len(shown)),
        token=shown,
        written=written,
        id=below,
        odd=[k % 2 == 1 for k in range(len(shown))],
        chosen=[k in marked for k in range(len(shown))],
        dotted=list(bytes_only or [False] * len(shown))[:MAX_TOKENS],
        **{f"{name}{cells}": column for cells in _LINES for name, column in _flow(widths, cells).items()},
    )
    return chart(_layers(data, ids is not None), height={"step": _STEP if ids is not None else 30}, own_scales=True)


def _cells(word: str) -> float:
    """How many character cells a word takes: two for a wide character, none for a mark on another one."""
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 0 if unicodedata.combining(c) else 1 for c in word)


def _flow(widths: list[float], cells: int) -> dict[str, list]:
    """Left and right edge, in cells, and line of each box: side by side, a new line where one does not fit."""
    left, right, line = [], [], []
    at, row = 0.0, 0
    for width in widths:
        width = min(width + 1.0, cells)
        if at and at + width > cells:
            at, row = 0.0, row + 1
        left.append(at)
        right.append(at + width)
        line.append(row)
        at += width + 0.3
    return {"left": left, "right": right, "line": line}


def _at_this_width(value: Callable[[int], str]) -> str:
    """An expression that takes the value of the longest line for which the chart is wide enough, of the first at least.

    Example:
        >>> _at_this_width(lambda cells: f"datum.line{cells}")
        'width >= 832 ? datum.line84 : width >= 594 ? datum.line60 : datum.line36'
    """
    first, *longer = _LINES
    choices = [f"width >= {_CELL * cells:.0f} ? {value(cells)} : " for cells in reversed(longer)]
    return "".join(choices) + value(first)


def _placed() -> tuple[dict, ...]:
    """The transforms that place the boxes in the browser, which knows how wide the chart is: in shares of its width."""
    names = ("left", "right", "line")
    chosen = [{"calculate": _at_this_width(lambda cells, n=name: f"datum.{n}{cells}"), "as": name} for name in names]
    cells = _at_this_width(str)
    edges = [{"calculate": f"datum.{name} / ({cells})", "as": name} for name in ("left", "right")]
    return (*chosen, *edges, {"calculate": "(datum.left + datum.right) / 2", "as": "middle"})


def _layers(data, numbered: bool) -> list[Layer]:
    along = {"scale": alt.Scale(domain=[0, 1], nice=False, zero=False), "axis": None}
    tips = [tip("at", "quantitative", "token number"), tip("token"), *([tip("id")] if numbered else [])]
    lines = Layer(data, transforms=_placed()).encode(y=y("line", "ordinal", axis=None, scale=alt.Scale(padding=0)))
    placed = {"x": x("left", "quantitative", **along), "x2": alt.X2(field="right")}
    lift = (_BOX - _STEP) / 2 if numbered else 0  # from the middle of a line to that of its boxes
    boxes = lines.encode(**placed, tooltip=tips)
    box = {"cornerRadius": 3, "fill": QUIET, "height": _BOX, "yOffset": lift}
    edge = box | {"fillOpacity": 0}
    shade = alt.condition("datum.odd", alt.value(0.32), alt.value(0.14))
    texts = lines.encode(x=x("middle", "quantitative", **along))
    word = {"expr": f"min(15, 1.62 * width / ({_at_this_width(str)}))"}
    return [
        boxes.mark("rect", **box).encode(fillOpacity=shade),
        boxes.where("datum.dotted").mark("rect", stroke=QUIET, strokeDash=[2, 2], **edge),
        boxes.where("datum.chosen").mark("rect", stroke=ACCENT, strokeWidth=2, **edge),
        _text(texts, "written", word, lift),
        *([_text(texts, "id", 11, lift + _BOX / 2 + 9, opacity=0.75)] if numbered else []),
    ]


def _text(texts: Layer, field: str, size, down: float, **style) -> Layer:
    """A line of text, so many pixels below the middle of its line."""
    marked = texts.mark("text", font=_FONT, fontSize=size, baseline="middle", dy=down, **style)
    return marked.encode(text=alt.Text(field=field, type="nominal")).inked()
