"""A matrix whose columns belong to blocks: which columns of a projection are whose head."""

from dataclasses import replace

import altair as alt
import numpy as np

from core.charts.heatmap import _DOWN, _LEGEND, _color, _print
from core.charts.marks import ACCENT, HEADER, MAX_PRINTED, frame, in_order, keys, tip, unique, x, y
from core.charts.spec import Chart, Layer, facets


def column_blocks(
    values,
    blocks: list[range],
    rows=None,
    *,
    names: list[str] | None = None,
    domain: tuple[float, float],
    chosen: int | None = None,
    row_title: str = "token",
) -> Chart:
    """A signed map of values [rows, columns], cut at the block boundaries, with each block's name above it.

    blocks  the columns of each block, in order
    chosen  a block to outline

    Example:
        core.charts.column_blocks(queries, core.analysis.attention.head_columns(8, 2), domain=(-3, 3), chosen=1)
    """
    values = np.asarray(values, dtype=float)
    names = keys(names or [f"head {h + 1}" for h in range(len(blocks))])
    row_names = keys(unique(rows if rows is not None else range(len(values))))
    cells = [(i, h, j) for h, block in enumerate(blocks) for i in range(len(values)) for j in block]
    data = frame(
        block=[names[h] for _, h, _ in cells],
        row=[row_names[i] for i, _, _ in cells],
        column=[str(j) for *_, j in cells],
        i=[i for i, *_ in cells],
        j=[j for *_, j in cells],
        value=[float(values[i, j]) for i, _, j in cells],
        chosen=[h == chosen for _, h, _ in cells],
    )
    small = max(values.shape) <= MAX_PRINTED
    base = Layer(data).encode(
        x=x("column", "ordinal", sort=in_order("j"), axis=_NUMBERS),
        y=y("row", "ordinal", row_title, sort=in_order("i"), axis=_DOWN),
        tooltip=[
            tip("block"),
            tip("row", title=row_title),
            tip("column"),
            tip("value", "quantitative", "value", ".4~f"),
        ],
    )
    outline = alt.condition("datum.chosen", alt.value(ACCENT), alt.value("transparent"))
    filled = base.mark("rect", strokeWidth=2).encode(
        color=_color(list(domain), True, None if small else _LEGEND, "value"), stroke=outline
    )
    facet = alt.Facet(field="block", type="nominal", sort=names, header=HEADER)
    step = {"width": {"step": 42 if small else 22}, "height": {"step": 30 if small else 22}}
    drawn = facets([filled, *(_print(base, ".2f") if small else [])], facet, columns=len(blocks), size=step)
    return replace(drawn, spec=drawn.spec | {"resolve": {"scale": {"x": "independent"}}, "spacing": 12})


_NUMBERS = alt.Axis(orient="top", labelAngle=0, labelFlush=False, ticks=False, domain=False, labelOverlap=False)
