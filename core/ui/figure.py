"""One thing shown three ways: a chart, a sentence that reads it, and its data as a table that can be downloaded."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import streamlit as st

from core.ui.controls import Choice, Index

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
) -> None:
    """Show a chart, the sentence that reads it, and its data.

    chart    a chart of `core.charts`
    reading  one plain sentence with the numbers of this very chart; shown as plain text, so it may quote the reader
    data     a DataFrame, or a mapping from column name to values
    key      unique on the page; keeps the chart in place when its data change
    alt      what kind of picture it is and what it shows, for those who do not see it; the reading has the numbers. No
             control changes it: with another text the browser would build the chart anew, not move its marks
    cell     the two controls (row, column) that a click on a cell of the chart sets; the chart needs `select=True`
    choice   the control that a click on a mark sets to the mark's `id`, for a chart whose marks stand for its options

    Example:
        ui.figure(
            chart, "Position 0 puts 97 % on position 3.", table, key="weights", cell=(ROW, COLUMN),
            alt="A map of queries and keys. Colour is the weight.",
        )
    """
    chooses = _choose_cell(key, cell) if cell else _choose_option(key, choice) if choice else None
    extra = {"on_select": chooses, "selection_mode": CELL} if chooses else {}
    if chart.wide:
        frame, width = st.container(horizontal=True, wrap=False), "content"  # scrolls in itself on a narrow screen
    else:
        frame, width = st, "stretch"
    frame.vega_lite_chart(None, chart.spec, width=width, key=key, alt=alt, **extra)
    st.text(reading)
    _data(data, key)


def _choose_cell(key: str, cell: tuple[Index, Index]) -> Callable[[], None]:
    """The callback of a click: write the row and the column into their controls, from where the link has them."""

    def choose(hit: Mapping[str, Any]) -> None:
        for control, field in zip(cell, ("i", "j"), strict=True):
            control.set(int(hit[field]))

    return _on_click(key, choose)


def _choose_option(key: str, choice: Choice) -> Callable[[], None]:
    """The callback of a click on a mark that stands for an option."""
    return _on_click(key, lambda hit: choice.set(choice.settle(hit["id"])))


def _on_click(key: str, choose: Callable[[Mapping[str, Any]], None]) -> Callable[[], None]:
    """Do something with what was clicked, if anything was."""

    def callback() -> None:
        hits = st.session_state[key].selection.get(CELL) or []
        if hits:
            choose(hits[0])

    return callback


def _data(data: Any, key: str) -> None:
    """The table behind the chart, built only once the reader opens it."""
    drawer = st.expander("Data", key=f"{key}_data", on_change="rerun")
    if not drawer.open:
        return
    frame = as_frame(data)
    with drawer:
        st.dataframe(frame, hide_index=True, key=f"{key}_table")
        st.download_button(
            "Download CSV",
            lambda: frame.to_csv(index=False).encode(),
            file_name=f"{key}.csv",
            mime="text/csv",
            key=f"{key}_csv",
            on_click="ignore",
        )


def as_frame(data: Mapping[str, Sequence[Any]] | Any) -> Any:
    """A DataFrame of the data. pandas is imported here, so that a page's text need not wait for it."""
    import pandas

    return data if isinstance(data, pandas.DataFrame) else pandas.DataFrame(data)
