"""Heatmaps of weights and of signed values: rows are queries, columns are keys.

Values are printed up to 12 × 12. The text on a cell is black or white by the lightness of that very cell, worked out in
the browser from the theme's own ramp, so that it can be read in light and in dark.
"""

from dataclasses import replace

import altair as alt
import numpy as np

from core.charts.marks import (
    ACCENT,
    HEADER,
    MAX_PRINTED,
    PLAIN,
    QUIET,
    frame,
    in_order,
    keys,
    symmetric,
    tip,
    unique,
    x,
    y,
)
from core.charts.spec import Chart, Layer, chart, facets

CELL = "cell"
_INK = alt.condition("luminance(scale('color', datum.value)) > 0.2", alt.value("#1C1A18"), alt.value("#FFFFFF"))


def heatmap(
    values,
    rows=None,
    columns=None,
    *,
    row_title: str = "query",
    column_title: str = "key",
    value_title: str = "weight",
    signed: bool = False,
    domain: tuple[float, float] | None = None,
    form: str | None = None,
    masked=None,
    chosen: tuple[int, int] | None = None,
    select: bool = False,
) -> Chart:
    """A map of values [rows, columns].

    rows, columns  names beside and above the map; positions if not given
    signed         a diverging ramp, symmetric around zero; else a sequential one from 0 to 1
    domain         the ends of the ramp, where those are not right; keep it the same across reruns
    masked         bools [rows, columns]: True where a cell is hidden; drawn empty with a cross
    chosen         a cell (i, j) to outline
    select         make cells clickable; give the figure `cell=(ROW, COLUMN)` too

    Example:
        core.charts.heatmap(weights, tokens, tokens, chosen=(2, 1), select=True)
    """
    data, row_names, column_names = _table(np.asarray(values, dtype=float), rows, columns, masked)
    domain = list(domain) if domain else (symmetric(data["value"].dropna()) if signed else [0.0, 1.0])
    form = form or (".2f" if signed or max(map(abs, domain)) <= 1 else ".3~g")
    small = max(len(row_names), len(column_names)) <= MAX_PRINTED
    legend = None if small else _LEGEND
    base = Layer(data).encode(
        x=x("column", "ordinal", column_title, sort=in_order("j"), axis=_ACROSS),
        y=y("row", "ordinal", row_title, sort=in_order("i"), axis=_DOWN),
        tooltip=[
            tip("row", title=row_title),
            tip("column", title=column_title),
            tip("value", "quantitative", value_title, ".4~f"),
        ],
    )
    layers = [base.mark("rect").encode(color=_color(domain, signed, legend, value_title)), *outline(base, chosen)]
    layers += _print(base, form) if small else []
    if masked is not None:
        layers.append(base.where("datum.hidden").mark("text", text="×", fontSize=12, color=QUIET))
    if select:
        layers[0] = layers[0].selectable(CELL, ["i", "j"])
    return chart(layers, **_size(len(row_names), len(column_names)))


def head_grid(
    heads,
    rows=None,
    columns=None,
    *,
    names: list[str] | None = None,
    row_title: str = "query",
    column_title: str = "key",
    signed: bool = False,
    domain: tuple[float, float] | None = None,
) -> Chart:
    """Small multiples: one map per head, all on the same ramp, in rows as wide as the page. heads [H, rows, columns].

    Example:
        core.charts.head_grid(trace.weights, tokens, tokens, names=["head 1", "head 2"])
    """
    heads = np.asarray(heads, dtype=float)
    tables = [_table(head, rows, columns, None) for head in heads]
    names = keys(names or [f"head {h + 1}" for h in range(len(heads))])
    data = frame(
        head=[name for name, (table, _, _) in zip(names, tables, strict=True) for _ in range(len(table))],
        **{c: [v for table, _, _ in tables for v in table[c]] for c in ("i", "j", "row", "column", "value")},
    )
    domain = list(domain) if domain else (symmetric(data["value"]) if signed else [0.0, 1.0])
    _, n_rows, n_columns = heads.shape
    base = Layer(data).encode(
        x=x("column", "ordinal", column_title, sort=in_order("j"), axis=_ACROSS),
        y=y("row", "ordinal", row_title, sort=in_order("i"), axis=_DOWN),
        tooltip=[
            tip("head"),
            tip("row", title=row_title),
            tip("column", title=column_title),
            tip("value", "quantitative", "weight", ".4~f"),
        ],
    )
    small = max(n_rows, n_columns) <= 6
    cells = base.mark("rect").encode(color=_color(domain, signed, None if small else _LEGEND, "weight"))
    layers = [cells, *(_print(base, ".2f") if small else [])]
    per_row, step = _in_rows(len(heads), n_columns)
    facet = alt.Facet(field="head", type="nominal", sort=names, header=HEADER)
    grid = facets(layers, facet, columns=per_row, size={"width": {"step": step}, "height": {"step": step}})
    return replace(grid, spec=grid.spec | {"spacing": {"column": _APART, "row": _APART}})


_ROOM, _APART = 590, 14  # pixels: a row of maps on a page of 700, the names of its rows left out; between two maps


def _in_rows(maps: int, columns: int) -> tuple[int, int]:
    """How many maps stand in a row, and how large a cell is: four where a line of text fits a cell, else two.

    Example:
        >>> _in_rows(8, 8), _in_rows(4, 4), _in_rows(8, 24)
        ((4, 17), (4, 34), (2, 12))
    """
    for per_row in (min(maps, 4), min(maps, 2)):
        step = (_ROOM - _APART * (per_row - 1)) // per_row // columns
        if step >= _LEAST:
            break
    return per_row, max(_LEAST, min(34, step))


_LEAST = 12  # pixels: the height of a name
_TURNED = -40  # degrees
# Whether a name is wider than a cell: so many letters, or half as many of the wide ones of East Asia.
_TOO_LONG = (
    "test(regexp('.{' + ceil(bandwidth('x') / 6.5) + ',}|[⺀-￿]{' + ceil(bandwidth('x') / 12.5) + ',}'),"
    " join(domain('x'), '\\n'))"
)
_ACROSS = alt.Axis(
    orient="top",
    labelAngle=alt.ExprRef(f"{_TOO_LONG} ? {_TURNED} : 0"),
    labelAlign=alt.ExprRef(f"{_TOO_LONG} ? 'left' : 'center'"),
    labelLimit=90,
    labelExpr=PLAIN,
    labelPadding=6,
    labelFlush=False,
    ticks=False,
    domain=False,
    labelOverlap=False,
)
_DOWN = alt.Axis(
    labelLimit=90, labelExpr=PLAIN, labelPadding=6, labelFlush=False, ticks=False, domain=False, labelOverlap=False
)
_LEGEND = alt.Legend(orient="bottom", gradientThickness=8, gradientLength=160, title=None)


def _table(values: np.ndarray, rows, columns, masked):
    """The map as one row per cell, with its indices i, j; a masked cell has no value."""
    n_rows, n_columns = values.shape
    row_names = keys(unique(rows if rows is not None else range(n_rows)))
    column_names = keys(unique(columns if columns is not None else range(n_columns)))
    hidden = np.zeros(values.shape, dtype=bool) if masked is None else np.asarray(masked, dtype=bool)
    i, j = np.indices(values.shape).reshape(2, -1)
    table = frame(
        i=i,
        j=j,
        row=[row_names[k] for k in i],
        column=[column_names[k] for k in j],
        value=np.where(hidden, np.nan, values).ravel(),
        hidden=hidden.ravel(),
    )
    return table, row_names, column_names


def _color(domain, signed: bool, legend, title: str) -> alt.Color:
    """The ramp of the theme: diverging around zero or sequential, clamped at the ends of the domain."""
    middle = {"domainMid": 0.0} if signed else {}
    scale = alt.Scale(domain=domain, clamp=True, **middle)
    return alt.Color(field="value", type="quantitative", scale=scale, legend=legend, title=title)


def outline(base: Layer, chosen: tuple[int, int] | None) -> list[Layer]:
    """The edge of the chosen cell, if there is a choice: a layer of its own, so that a choice moves one mark."""
    if chosen is None:
        return []
    i, j = chosen
    cell = base.data[(base.data["i"] == i) & (base.data["j"] == j)]
    return [replace(base, data=cell).mark("rect", filled=False, stroke=ACCENT, strokeWidth=2)]


def _print(base: Layer, form: str) -> list[Layer]:
    shown = base.where("isValid(datum.value)")
    return [
        shown.mark("text", fontSize=11).encode(
            text=alt.Text(field="value", type="quantitative", format=form), color=_INK
        )
    ]


def _size(rows: int, columns: int) -> dict:
    """Cells large enough for their numbers. A map too wide for a phone keeps its size, and scrolls in its box."""
    printed = max(rows, columns) <= MAX_PRINTED
    width = "container" if columns <= _FLUID else {"step": 46 if printed else 24}
    return {"height": {"step": 34 if printed else 24}, "width": width}


_FLUID = 7  # so many columns still have room for their numbers at 390 px
