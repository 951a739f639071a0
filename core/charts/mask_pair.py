"""Two square maps side by side on the same rows and columns: the mask that is added, and the weights that come out."""

import altair as alt
import numpy as np

from core.charts.heatmap import CELL
from core.charts.marks import ACCENT, HEADER, QUIET, frame, keys, tip, x, y
from core.charts.spec import Chart, Layer, facets

_OPEN = 0.25  # the shade of a cell of the mask that is open; hidden cells have none, in both maps
_PLAIN = {"ticks": False, "domain": False, "labelAngle": 0, "labelFlush": False}


def mask_pair(visible, weights, *, names=None, chosen: tuple[int, int] | None = None) -> Chart:
    """The additive mask M (0 or −∞) and the softmax weights P, each [T, T]; cells can be clicked.

    visible  bools, True where a query may see a key
    weights  P
    names    the titles of the two maps
    chosen   a cell (i, j) to outline

    Example:
        core.charts.mask_pair([[True, False], [True, True]], [[1, 0], [0.5, 0.5]], chosen=(1, 0))
    """
    visible, weights = np.asarray(visible, dtype=bool), np.asarray(weights, dtype=float)
    left, right = keys(names or ("mask M", "weights P"))
    n = len(visible)
    i, j = np.indices((n, n)).reshape(2, -1)
    seen, share = visible.ravel(), weights.ravel()
    data = frame(
        map=[left] * n * n + [right] * n * n,
        i=[*i, *i],
        j=[*j, *j],
        query=[*i, *i],
        key=[*j, *j],
        value=np.where([*seen, *seen], [_OPEN] * n * n + share.tolist(), np.nan),
        hidden=[*~seen, *~seen],
        chosen=[cell == chosen for cell in zip([*i, *i], [*j, *j], strict=True)],
        shown=["0" if s else "−∞" for s in seen] + [_printed(s, w) for s, w in zip(seen, share, strict=True)],
    )
    return facets(_layers(data), _facet(left, right), columns=2, size=_cell_size(n))


def _layers(data) -> list[Layer]:
    base = Layer(data).encode(
        x=x("key", "ordinal", "key j", axis=alt.Axis(orient="top", **_PLAIN)),
        y=y("query", "ordinal", "query i", axis=alt.Axis(**_PLAIN)),
        tooltip=[tip("map"), tip("query"), tip("key"), tip("shown", title="value")],
    )
    scale = alt.Scale(domain=[0, 1], clamp=True)
    color = alt.Color(field="value", type="quantitative", scale=scale, legend=None)
    edge = alt.condition("datum.chosen", alt.value(ACCENT), alt.value("transparent"))
    cells = base.mark("rect", strokeWidth=2).encode(color=color, stroke=edge).selectable(CELL, ["i", "j"])
    ink = alt.condition("luminance(scale('color', datum.value)) > 0.2", alt.value("#1C1A18"), alt.value("#FFFFFF"))
    text = alt.Text(field="shown", type="nominal")
    open_cells = base.where("!datum.hidden").mark("text", fontSize=11).encode(text=text, color=ink)
    hidden = base.where("datum.hidden").mark("text", fontSize=13).encode(text=text, color=alt.value(QUIET))
    return [cells, open_cells, hidden]


def _facet(left: str, right: str) -> alt.Facet:
    return alt.Facet(field="map", type="nominal", sort=[left, right], header=HEADER)


def _cell_size(n: int) -> dict:
    """Cells as large as two maps of this size allow on a page of 700 pixels, and never too small for their numbers."""
    step = max(26, min(34, 290 // n))
    return {"width": {"step": step}, "height": {"step": step}}


def _printed(seen: bool, weight: float) -> str:
    """A weight in as few characters as fit a cell: 0 for a hidden one, .25, 1."""
    if not seen:
        return "0"
    return "1" if weight > 0.995 else f"{weight:.2f}".lstrip("0")
