"""Rows of letters in boxes: an input, what was expected, what was answered."""

import altair as alt

from core.charts.marks import ACCENT, PLAIN, QUIET, frame, keys, tip, x, y
from core.charts.spec import Chart, Layer, chart


def tiles(rows: dict[str, str], wrong=None) -> Chart:
    """One box per letter, one row per name; wrong letters of the last row have a heavy outline and a cross.

    rows   name -> letters, all of the same length
    wrong  bools, one per letter of the last row

    Example:
        core.charts.tiles({"input": "CABD", "answer": "DBAA"}, wrong=[False, False, False, True])
    """
    names = keys(rows)
    named = zip(names, rows.values(), strict=True)
    cells = [(name, at, letter) for name, letters in named for at, letter in enumerate(letters)]
    bad = [name == names[-1] and wrong is not None and bool(wrong[at]) for name, at, _ in cells]
    data = frame(
        row=[name for name, _, _ in cells],
        position=[at for _, at, _ in cells],
        letter=[letter for _, _, letter in cells],
        wrong=bad,
    )
    base = Layer(data).encode(
        x=x("position", "ordinal", "position", axis=_POSITIONS),
        y=y("row", "ordinal", None, sort=names, axis=_NAMES),
        tooltip=[tip("row"), tip("position", "quantitative"), tip("letter")],
    )
    width = alt.condition("datum.wrong", alt.value(3), alt.value(1))
    color = alt.condition("datum.wrong", alt.value(ACCENT), alt.value(QUIET))
    layers = [
        base.mark("rect", fillOpacity=0).encode(stroke=color, strokeWidth=width),
        base.mark("text", fontSize=17, fontWeight="bold").encode(text=alt.Text(field="letter", type="nominal")).inked(),
        base.where("datum.wrong").mark("text", text="×", fontSize=20, dx=15, dy=-11, color=ACCENT),
    ]
    return chart(layers, height={"step": 44}, width={"step": 52}, own_scales=True)


_POSITIONS = alt.Axis(labelAngle=0, labelFlush=False, ticks=False, domain=False)
_NAMES = alt.Axis(labelLimit=120, labelExpr=PLAIN, labelFlush=False, ticks=False, domain=False)
