"""A small table to edit: a column for each list, or several for a list that takes more than one number a row."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest
from typing import Any

import streamlit as st

from core.ui.held import held
from core.ui.tables import as_frame

MARGIN, COLUMN, ROW = 60, 160, 30  # pixels: what stands before the first column, the width of each, the height of a row
Cell = str | float | None  # as a browser sends it; None where it is empty
Row = list[Cell]


@dataclass(frozen=True)
class _Editor:
    """What an editor began with, and the text of each list as it was last found to hold them.

    Streamlit keeps the reader's edits apart from what the table began with. Where a list was set from elsewhere, by a
    preset or a link, or the page was left in between, another editor begins, of the next `version`.
    """

    rows: list[Row]
    texts: list[str]
    version: int


def edit_together(*lists: Any) -> list[Any]:
    """Draw lists that belong together, row by row, as one table to edit, and give the value of each.

    lists  controls of the kinds `Numbers` and `Words`; one that an assignment hides has no column

    Example:
        words, logits = ui.edit_together(CANDIDATES, LOGITS)
    """
    drawn = [one for one in lists if held(one.key) is None]
    if drawn:
        _draw(drawn)
        for one in drawn:
            one.say_unreadable()
            one.tell()
    return [one.value for one in lists]


def edited(rows: Sequence[Row], edits: Mapping[str, Any], names: Sequence[str]) -> list[Row]:
    """The rows of a table, whose columns have these names, after a reader's edits as Streamlit hands them over.

    Example:
        >>> edited([["a", 1], ["b", 2]], {"edited_rows": {1: {"x": 5}}, "deleted_rows": [0]}, ["w", "x"])
        [['b', 5]]
        >>> edited([["a", 1]], {"added_rows": [{"w": "c"}]}, ["w", "x"])
        [['a', 1], ['c', None]]
    """
    changed = {int(at): cells for at, cells in edits.get("edited_rows", {}).items()}
    deleted = set(edits.get("deleted_rows", ()))
    kept = [
        [changed.get(at, {}).get(name, cell) for name, cell in zip(names, row, strict=True)]
        for at, row in enumerate(rows)
        if at not in deleted
    ]
    return kept + [[added.get(name) for name in names] for added in edits.get("added_rows", ())]


def _draw(lists: Sequence[Any]) -> None:
    name = "_".join(["", *(one.key for one in lists), "table"])
    columns = {column: config for one in lists for column, config in one.columns().items()}
    shown = _current(name, lists)
    fixed = all(one.fewest == one.most for one in lists)
    st.data_editor(
        _frame(shown.rows, lists),
        key=_key(name, shown),
        num_rows="fixed" if fixed else "dynamic",
        hide_index=not lists[0].rows,
        width=MARGIN + COLUMN * len(columns),
        row_height=ROW,
        column_config=columns,
        on_change=_take,
        args=(name, lists, list(columns)),
    )


def _current(name: str, lists: Sequence[Any]) -> _Editor:
    """The editor that is on the page; a new one where it no longer holds what the lists say."""
    shown = st.session_state.get(name)
    texts = [one.typed for one in lists]
    if shown is None or shown.texts != texts or _key(name, shown) not in st.session_state:
        for one in lists:
            one.set(one.value)
        rows = [list(chain.from_iterable(parts)) for parts in _side_by_side(lists)]
        shown = _Editor(rows, [one.typed for one in lists], shown.version + 1 if shown else 0)
        st.session_state[name] = shown
    return shown


def _key(name: str, shown: _Editor) -> str:
    return f"{name}_{shown.version}"


def _side_by_side(lists: Sequence[Any]) -> list[list[Row]]:
    """Row by row the cells of each list, filled up with empty ones where another list is longer."""
    empty = [[None] * len(one.columns()) for one in lists]
    rows = zip_longest(*(one.cells(one.value) for one in lists))
    return [[cells or blank for cells, blank in zip(row, empty, strict=True)] for row in rows]


def _frame(rows: Sequence[Row], lists: Sequence[Any]) -> Any:
    """The table as the editor takes it; a column of numbers is one even where none of them is there."""
    columns = [(column, one.dtype) for one in lists for column in one.columns()]
    frame = as_frame({column: [row[at] for row in rows] for at, (column, _) in enumerate(columns)})
    frame = frame.astype(dict(columns))
    return frame.set_axis(list(lists[0].rows), axis=0) if lists[0].rows else frame


def _take(name: str, lists: Sequence[Any], names: Sequence[str]) -> None:
    """Hand the lists what the reader has made of the table."""
    shown = st.session_state[name]
    rows = edited(shown.rows, st.session_state[_key(name, shown)], names)
    texts, start = [], 0
    for one in lists:
        end = start + len(one.columns())
        texts.append(one.joined([cell for row in rows for cell in row[start:end]]))
        one.take(texts[-1])
        start = end
    st.session_state[name] = _Editor(shown.rows, texts, shown.version)
