"""The whole machine in one picture: tokens as columns, stages as rows, each vector as a strip of its numbers.

Above, the source and the encoder; below, what the decoder reads and writes; between them the cross-attention of one
output as lines. Positions are pixels, so that the picture keeps its size and scrolls in its box on a phone.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Any

import altair as alt
import numpy as np

from core.charts.marks import ACCENT, QUIET, frame, tip, x, y
from core.charts.matrix_image import data_url
from core.charts.spec import Chart, Layer, chart

CELL = "cell"  # the name of the selection; its fields are `stage`, `source` and `output`
LABELS = 122  # pixels for the names of the rows
FULL = 624  # pixels that the picture fills, where its columns allow it
NARROWEST, WIDEST = 54, 96  # pixels of a column
_GAP = 3  # pixels between the rows, and between two cells of a row
_HEIGHTS = {"words": 17, "vectors": 22, "weights": 27, "lines": 46, "bars": 76}
_STRIP = 8  # rows of numbers in one strip
_FONT = "'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace"


@dataclass(frozen=True)
class Row:
    """One stage: words, one for each token; or vectors [n, D]; or the weights [n, L, H] of each source token.

    kind   "words", "vectors", "weights"
    tower  "encoder" or "decoder": whose tokens the columns are
    bold   whether the words are what one should read first
    """

    id: str
    label: str
    tower: str
    kind: str
    cells: Any
    bold: bool = False


@dataclass(frozen=True)
class _Places:
    """Where everything is, in pixels: the rows from top to bottom, and how wide a column is."""

    rows: Sequence[Row]

    @cached_property
    def tops(self) -> dict[str, tuple[float, float]]:
        """Top and bottom of every band."""
        bands = _bands(self.rows)
        ends = accumulate(height + _GAP for _, height in bands)
        return {name: (end - height - _GAP, end - _GAP) for (name, height), end in zip(bands, ends, strict=True)}

    @property
    def height(self) -> float:
        return self.tops["bars"][1] + _GAP

    @cached_property
    def columns(self) -> int:
        return max(len(row.cells) for row in self.rows)

    @property
    def step(self) -> int:
        return min(WIDEST, max(NARROWEST, (FULL - LABELS) // max(1, self.columns)))

    @property
    def width(self) -> int:
        return max(FULL, LABELS + self.step * self.columns)

    def left(self, column: int) -> float:
        return LABELS + self.step * column

    def middle(self, column: int) -> float:
        return self.left(column) + self.step / 2

    @cached_property
    def box(self) -> dict[str, Any]:
        """The channels of marks that fill boxes; one set for all layers, so that it is written out once."""
        return {
            "x": x("left", "quantitative", **self._across),
            "x2": alt.X2(field="right"),
            "y": y("top", "quantitative", **self._down),
            "y2": alt.Y2(field="bottom"),
        }

    @cached_property
    def spot(self) -> dict[str, Any]:
        """The channels of marks that stand at points."""
        return {"x": x("across", "quantitative", **self._across), "y": y("down", "quantitative", **self._down)}

    @property
    def _across(self) -> dict[str, Any]:
        return {"scale": alt.Scale(domain=[0, self.width], nice=False, zero=False), "axis": None}

    @property
    def _down(self) -> dict[str, Any]:
        return {"scale": alt.Scale(domain=[0, self.height], nice=False, zero=False, reverse=True), "axis": None}


def machine(
    rows: Sequence[Row],
    lines: Sequence[float],
    likeliest: tuple[Sequence[str], Sequence[float]],
    *,
    stage: str,
    source: int,
    output: int,
    limit: float = 2.0,
) -> Chart:
    """The stages as rows, the tokens as columns, and how the chosen output came about.

    rows       from top to bottom, those of the encoder before those of the decoder
    lines      how much the chosen output takes from each source token: thickness of its lines, 0 … 1
    likeliest  the first few candidates for the chosen output and their probabilities
    stage, source, output   what is chosen: the row, and one column in each tower
    limit      the value from which on a number has its full colour

    Example:
        core.charts.machine(rows, lines, (words, shares), stage="memory", source=1, output=2)
    """
    places = _Places(rows)
    layers = [
        _chosen_columns(places, source, output),
        _strips(places, limit),
        *_weights(places),
        _fan(places, lines, output),
        *_words(places),
        *_candidates(places, likeliest),
        *_labels(places, stage),
        _outline(places, stage, source, output),
        _clicks(places, source, output),
    ]
    return chart(layers, width=places.width, height=places.height, own_scales=True, **_FRAMELESS)


_FRAMELESS = {"view": {"stroke": None}}


def _bands(rows: Sequence[Row]) -> list[tuple[str, int]]:
    """What stands below each other, with its height: the rows, the lines between the towers, the candidates last."""
    first_of_decoder = next(at for at, row in enumerate(rows) if row.tower == "decoder")
    bands = [(row.id, _HEIGHTS[row.kind]) for row in rows]
    bands.insert(first_of_decoder, ("lines", _HEIGHTS["lines"]))
    return [*bands, ("bars", _HEIGHTS["bars"])]


def _boxed(places: _Places, data) -> Layer:
    """A layer whose marks fill boxes: from left to right, from top to bottom."""
    return Layer(data).encode(**places.box)


def _spotted(places: _Places, data) -> Layer:
    """A layer whose marks stand at points."""
    return Layer(data).encode(**places.spot)


def _boxes(places: _Places, boxes: list[tuple[float, float, float, float]], **more) -> Layer:
    left, right, top, bottom = zip(*boxes, strict=True) if boxes else ((), (), (), ())
    return _boxed(places, frame(left=left, right=right, top=top, bottom=bottom, **more))


def _strips(places: _Places, limit: float) -> Layer:
    """The rows of vectors, each row one image."""
    shown = [row for row in places.rows if row.kind == "vectors"]
    urls = [data_url(_strip(np.asarray(row.cells, dtype=float)) / limit) for row in shown]
    boxes = [(places.left(0), places.left(len(row.cells)), *places.tops[row.id]) for row in shown]
    image = _boxes(places, boxes, url=urls).mark("image", aspect=False, smooth=False)
    return image.encode(url=alt.Url(field="url", type="nominal"))


def _strip(vectors: np.ndarray) -> np.ndarray:
    """Vectors [n, D] as strips beside each other, with a little nothing between them.  -> [8, n · (D/8 + 1)]"""
    n, width = vectors.shape
    wide = -(-width // _STRIP)
    padded = np.zeros((n, _STRIP * wide))
    padded[:, :width] = vectors
    cells = padded.reshape(n, _STRIP, wide)
    return np.pad(cells, ((0, 0), (0, 0), (0, 1))).transpose(1, 0, 2).reshape(_STRIP, n * (wide + 1))


def _weights(places: _Places) -> list[Layer]:
    """Under each source token a small map: a row for each decoder layer, a column for each head."""
    row = next((row for row in places.rows if row.kind == "weights"), None)
    if row is None:
        return []
    values = np.asarray(row.cells, dtype=float)  # [n, L, H]
    n, layers, heads = values.shape
    top, bottom = places.tops[row.id]
    wide, high = (places.step - _GAP) / heads, (bottom - top) / layers
    at = [(i, layer, head) for i in range(n) for layer in range(layers) for head in range(heads)]
    boxes = [
        (places.left(i) + wide * h, places.left(i) + wide * (h + 1), top + high * k, top + high * (k + 1))
        for i, k, h in at
    ]
    ramp = alt.Scale(domain=[0, 1], clamp=True)
    color = alt.Color(field="weight", type="quantitative", scale=ramp, legend=None)
    return [_boxes(places, boxes, weight=values.ravel()).mark("rect").encode(color=color)]


def _fan(places: _Places, lines: Sequence[float], output: int) -> Layer:
    """From each source token to the chosen output, as thick as what it takes from there."""
    top, bottom = places.tops["lines"]
    drawn = [(at, float(share)) for at, share in enumerate(lines) if share > 0]
    n = len(drawn)
    data = frame(
        across=[places.middle(at) for at, _ in drawn],
        down=[top] * n,
        to=[places.middle(output)] * n,
        end=[bottom] * n,
        weight=[share for _, share in drawn],
    )
    return (
        _spotted(places, data)
        .mark("rule", color=ACCENT, strokeCap="round")
        .encode(x2=alt.X2(field="to"), y2=alt.Y2(field="end"), strokeWidth=_thick(1, 20), strokeOpacity=_opaque())
    )


def _thick(least: float, most: float) -> alt.StrokeWidth:
    scale = alt.Scale(domain=[0, 1], range=[least, most])
    return alt.StrokeWidth(field="weight", type="quantitative", scale=scale, legend=None)


def _opaque() -> alt.StrokeOpacity:
    scale = alt.Scale(domain=[0, 0.5], range=[0.12, 0.9], clamp=True)
    return alt.StrokeOpacity(field="weight", type="quantitative", scale=scale, legend=None)


def _words(places: _Places) -> list[Layer]:
    """The rows of words, in two weights of type."""
    plain, bold = ([row for row in places.rows if row.kind == "words" and row.bold is bold] for bold in (False, True))
    style = {"baseline": "middle", "limit": places.step - 2}
    return [
        _texts(places, _in_cells(places, plain)).mark("text", fontSize=11, **style).inked(),
        _texts(places, _in_cells(places, bold)).mark("text", fontSize=12.5, fontWeight="bold", **style).inked(),
    ]


def _in_cells(places: _Places, rows: list[Row]):
    cells = [(row, at, word) for row in rows for at, word in enumerate(row.cells)]
    return frame(
        across=[places.middle(at) for _, at, _ in cells],
        down=[sum(places.tops[row.id]) / 2 for row, _, _ in cells],
        word=[str(word) for _, _, word in cells],
    )


def _texts(places: _Places, data) -> Layer:
    return _spotted(places, data).encode(text=alt.Text(field="word", type="nominal"))


def _candidates(places: _Places, likeliest: tuple[Sequence[str], Sequence[float]]) -> list[Layer]:
    """The likeliest tokens as bars, one below the other."""
    words, shares = likeliest
    top, bottom = places.tops["bars"]
    high = (bottom - top) / max(1, len(words))
    start, full = LABELS + 96, places.width - LABELS - 96 - 60
    boxes = [
        (start, start + full * share, top + high * at + 2, top + high * (at + 1) - 2) for at, share in enumerate(shares)
    ]
    middles = [top + high * (at + 0.5) for at in range(len(words))]
    names = frame(across=[start - 8] * len(words), down=middles, word=list(words))
    numbers = frame(
        across=[right + 6 for _, right, _, _ in boxes], down=middles, word=[f"{100 * share:.1f} %" for share in shares]
    )
    text = {"fontSize": 11, "baseline": "middle"}
    return [
        _boxes(places, boxes).mark("rect", fill=ACCENT, fillOpacity=0.85, cornerRadius=2),
        _texts(places, names).mark("text", align="right", font=_FONT, limit=90, **text).inked(),
        _texts(places, numbers).mark("text", align="left", **text).inked(),
    ]


def _labels(places: _Places, stage: str) -> list[Layer]:
    """The names of the rows; the chosen one heavier."""
    rows = [(row.label, row.id) for row in places.rows]
    chosen, others = ([row for row in rows if (row[1] == stage) is is_chosen] for is_chosen in (True, False))
    style = {"align": "right", "baseline": "middle", "fontSize": 11.5, "limit": LABELS - 10}
    return [
        _texts(places, _beside(places, others)).mark("text", opacity=0.85, **style).inked(),
        _texts(places, _beside(places, chosen)).mark("text", fontWeight="bold", **style).inked(),
    ]


def _beside(places: _Places, rows: list[tuple[str, str]]):
    middles = [sum(places.tops[id]) / 2 for _, id in rows]
    return frame(across=[LABELS - 10] * len(rows), down=middles, word=[label for label, _ in rows])


def _chosen_columns(places: _Places, source: int, output: int) -> Layer:
    """A band behind the chosen column of each tower."""
    boxes = [
        (places.left(column) - 1, places.left(column + 1) - 1, *_span(places, tower))
        for tower, column in (("encoder", source), ("decoder", output))
    ]
    return _boxes(places, boxes).mark("rect", fill=QUIET, fillOpacity=0.16, cornerRadius=3)


def _span(places: _Places, tower: str) -> tuple[float, float]:
    rows = [places.tops[row.id] for row in places.rows if row.tower == tower]
    return rows[0][0] - 1, rows[-1][1] + 1


def _outline(places: _Places, stage: str, source: int, output: int) -> Layer:
    """The edge of the chosen cell."""
    row = next((row for row in places.rows if row.id == stage), places.rows[-1])
    column = source if row.tower == "encoder" else output
    top, bottom = places.tops[row.id]
    box = (places.left(column) - 2, places.left(column + 1) - 1, top - 1.5, bottom + 1.5)
    return _boxes(places, [box]).mark("rect", filled=False, stroke=ACCENT, strokeWidth=2, cornerRadius=2)


def _clicks(places: _Places, source: int, output: int) -> Layer:
    """What takes the clicks: every cell, the names of the rows and the candidates too."""
    cells = [(row, at) for row in places.rows for at in range(len(row.cells))]
    boxes = [(places.left(at), places.left(at + 1), *places.tops[row.id]) for row, at in cells]
    return (
        _boxes(
            places,
            boxes,
            stage=[row.id for row, _ in cells],
            source=[at if row.tower == "encoder" else source for row, at in cells],
            output=[at if row.tower == "decoder" else output for row, at in cells],
            shown=[_said(row, at) for row, at in cells],
            label=[row.label for row, _ in cells],
        )
        .mark("rect", fillOpacity=0, fill=QUIET, cursor="pointer")
        .encode(tooltip=[tip("label", title="stage"), tip("shown", title="here")])
        .selectable(CELL, ["stage", "source", "output"])
    )


def _said(row: Row, at: int) -> str:
    """What the tooltip says about a cell."""
    if row.kind == "words":
        return str(row.cells[at])
    values = np.asarray(row.cells[at], dtype=float)
    return f"{values.size} numbers, from {values.min():.2f} to {values.max():.2f}"
