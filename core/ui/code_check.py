"""Checking many completion codes at once: a pasted column in, verdicts and their file out. Nothing is kept."""

import streamlit as st

from core.exercises.code_column import MOST_CHARACTERS, MOST_LINES, Column, Line, read_column
from core.ui import parse
from core.ui.caption import caption
from core.ui.contents import ALL_SECTIONS
from core.ui.groups import group
from core.ui.tables import as_csv, as_frame, as_text

TITLES = {row.stem: row.title for row in ALL_SECTIONS}
LABEL = "Names and codes, one student a line"


@group
def code_check() -> None:
    """The box for the column, and what is found in it once it is checked."""
    with st.form("code_check", border=False):
        given = st.text_area(LABEL, height=160, max_chars=MOST_CHARACTERS, key="code_column", placeholder=EXAMPLE)
        st.form_submit_button("Check the codes", type="primary")
    column = read_column(parse.cut(given, MOST_CHARACTERS), TITLES)
    if column.lines:
        _show(column)
    else:
        caption("No code has been checked yet.")


EXAMPLE = "Ada Lovelace, attention.1-17.2-4.3-5.RC71X8"


def _show(column: Column) -> None:
    """The verdicts in the order given, and what was not checked."""
    if column.heading:
        st.text(f"Taken for the heading and not checked: {parse.excerpt(column.heading, 80)}")
    if column.left_out:
        st.text(f"Only the first {MOST_LINES} lines were checked; {column.left_out:,} more were not.")
    st.text(summary(column.lines))
    frame = as_frame(columns(column.lines))
    st.dataframe(frame, hide_index=True, key="code_check_table")
    st.download_button(
        "Download CSV",
        lambda: as_csv(frame),
        file_name="completion_codes.csv",
        mime="text/csv",
        key="code_check_csv",
        on_click="ignore",
    )


def summary(lines: tuple[Line, ...]) -> str:
    """How many codes fit.

    Example:
        >>> summary(read_column("Ada, attention", TITLES).lines)
        '0 of 1 code fits its name.'
    """
    fits, many = sum(line.fits for line in lines), len(lines)
    twins = sum(line.same_as is not None for line in lines)
    said = f"{fits} of {many} codes fit their names." if many > 1 else f"{fits} of 1 code fits its name."
    return f"{said} {twins} {'repeat' if twins > 1 else 'repeats'} the code of an earlier line." if twins else said


def columns(lines: tuple[Line, ...]) -> dict[str, list]:
    """The table of verdicts, a row a line. No cell is a formula: the table on screen has a download of its own."""
    solved = [line.said.solved if line.said else {} for line in lines]
    return {
        "line": [line.number for line in lines],
        "name": [as_text(line.name) for line in lines],
        "verdict": [_verdict(line) for line in lines],
        "page": [TITLES[line.said.page] if line.said else "" for line in lines],
        "exercises solved": [", ".join(map(str, one)) for one in solved],
        "question numbers": [", ".join(map(str, one.values())) for one in solved],
        "code": [as_text(line.code) for line in lines],
    }


def _verdict(line: Line) -> str:
    return line.verdict if line.same_as is None else f"{line.verdict}; the code of line {line.same_as} again"
