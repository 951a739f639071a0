"""One thing shown three ways: a chart, a sentence that reads it, its data as a table; chart and data also as files."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import streamlit as st

from core.notebooks import Reading
from core.say import minus_signs
from core.ui.chart_file import as_vega_lite
from core.ui.control import Control
from core.ui.controls import Choice, Index
from core.ui.drawers import drawers
from core.ui.pieces import note_piece
from core.ui.tables import as_csv, as_frame, typeset

CELL = "cell"  # the name of the selection in charts whose cells can be clicked


def figure(
    chart: Any,
    reading: str,
    data: Any,
    *,
    key: str,
    alt: str,
    cell: tuple[Index, Index] | None = None,
    choice: Choice | None = None,
    sets: Mapping[str, Control] | None = None,
    more: Mapping[str, Callable[[], None]] | None = None,
) -> None:
    """Show a chart, the sentence that reads it, and a line of toggles for its data and whatever else belongs to it.

    chart    a chart of `core.charts`
    reading  one plain sentence with the numbers of this very chart; shown as plain text, so it may quote the reader
    data     a DataFrame, a mapping from column name to values, or a function that gives one once it is asked for
    key      unique on the page; keeps the chart in place when its data change
    alt      what kind of picture it is and what it shows, for those who do not see it; the reading has the numbers. No
             control changes it: with another text the browser would build the chart anew, not move its marks
    cell     the two controls (row, column) that a click on a cell of the chart sets; the chart needs `select=True`
    choice   the control that a click on a mark sets to the mark's `id`, for a chart whose marks stand for its options
    sets     field -> control: the general form of both, for a chart whose marks set several controls
    more     further toggles beside "Data": label -> a function that draws what is behind it, called when it is open

    Example:
        ui.figure(
            chart, "Position 0 puts 97 % on position 3.", table, key="weights", cell=(ROW, COLUMN),
            alt="A map of queries and keys. Colour is the weight.",
        )
    """
    if cell:
        sets = dict(zip(("i", "j"), cell, strict=True))
    chart_key, extra = _clicks(key, sets or ({"id": choice} if choice else {}))
    if chart.wide:
        frame, width = st.container(horizontal=True, wrap=False), "content"  # scrolls in itself on a narrow screen
    else:
        frame, width = st, "stretch"
    frame.vega_lite_chart(None, chart.spec, width=width, key=chart_key, alt=alt, **extra)
    reading = minus_signs(reading)
    st.text(reading)
    note_piece(Reading(reading, alt))
    drawers({"Data": lambda: _data(chart, data, key, alt)} | (more or {}), key=key)


def _clicks(key: str, sets: Mapping[str, Control]) -> tuple[str, dict[str, Any]]:
    """The key of the chart, and what makes its marks clickable, where controls stand for them.

    The browser does not tell of a second click on the same mark. So once the controls have left the mark that was
    clicked last, the chart gets another key: a new chart, in which nothing has been clicked.
    """
    if not sets:
        return key, {}
    clicks = st.session_state.setdefault(f"_clicks_{key}", _Clicks())
    if clicks.last not in (None, _values(sets)):
        clicks.last, clicks.left = None, clicks.left + 1
    chart_key = f"{key}_{clicks.left}" if clicks.left else key

    def callback() -> None:
        hits = st.session_state[chart_key].selection.get(CELL)
        if hits:
            for field, control in sets.items():
                control.set(control.settle(hits[0][field]))
            clicks.last = _values(sets)

    return chart_key, {"on_select": callback, "selection_mode": CELL}


@dataclass
class _Clicks:
    """What a chart remembers: where the last click put its controls, and how often they have left such a place."""

    last: tuple | None = None
    left: int = 0


def _values(sets: Mapping[str, Control]) -> tuple:
    return tuple(control.value for control in sets.values())


def _data(chart: Any, data: Any, key: str, alt: str) -> None:
    """The table behind the chart, and the files of both, made when they are asked for."""
    frame = as_frame(data() if callable(data) else data)
    st.dataframe(typeset(frame), hide_index=True, key=f"{key}_table")
    with st.container(horizontal=True):
        _file("Download CSV", lambda: as_csv(frame), f"{key}.csv", "text/csv")
        _file("Download Vega-Lite", lambda: as_vega_lite(chart, alt), f"{key}.vl.json", "application/json")


def _file(label: str, write: Callable[[], bytes], name: str, kind: str) -> None:
    key = name.replace(".", "_")
    st.download_button(label, write, file_name=name, mime=kind, key=key, on_click="ignore")
