"""A map with a word in every cell: what was guessed where, and how surely."""

import altair as alt
import numpy as np

from core.charts.heatmap import _ACROSS, _DOWN, _INK, _LEGEND, _color, outline
from core.charts.marks import frame, in_order, keys, tip, unique, x, y
from core.charts.spec import Chart, Layer, chart

_WIDTH, _HEIGHT, _LONGEST = 66, 34, 10


def word_map(
    values,
    words: list[list[str]],
    rows: list[str],
    columns: list[str],
    *,
    row_title: str,
    column_title: str,
    value_title: str = "probability",
    chosen: tuple[int, int] | None = None,
) -> Chart:
    """Cells coloured by values [rows, columns] from 0 to 1, with the words of the same shape printed in them.

    Example:
        core.charts.word_map([[0.9]], [["das"]], ["layer 1"], ["token 1"], row_title="layer", column_title="next")
    """
    values = np.asarray(values, dtype=float)
    row_names, column_names = keys(unique(rows)), keys(unique(columns))
    i, j = np.indices(values.shape).reshape(2, -1)
    full = [words[a][b] for a, b in zip(i, j, strict=True)]
    data = frame(
        i=i,
        j=j,
        row=[row_names[a] for a in i],
        column=[column_names[b] for b in j],
        value=values.ravel(),
        word=full,
        short=[word if len(word) <= _LONGEST else f"{word[: _LONGEST - 1]}…" for word in full],
    )
    base = Layer(data).encode(
        x=x("column", "ordinal", column_title, sort=in_order("j"), axis=_ACROSS),
        y=y("row", "ordinal", row_title, sort=in_order("i"), axis=_DOWN),
        tooltip=[
            tip("row", title=row_title),
            tip("column", title=column_title),
            tip("word"),
            tip("value", "quantitative", value_title, ".1%"),
        ],
    )
    cells = base.mark("rect").encode(color=_color([0, 1], False, _LEGEND, value_title))
    printed = base.mark("text", fontSize=12).encode(text=alt.Text(field="short", type="nominal"), color=_INK)
    return chart([cells, *outline(base, chosen), printed], height={"step": _HEIGHT}, width={"step": _WIDTH})
