"""How every page begins: guard, link, title. How it ends is in `core.ui.foot`."""

import streamlit as st

from core.ui.address import is_embedded
from core.ui.assignment import begin_assignment, of_the_instructor, show_assignment
from core.ui.caption import caption
from core.ui.contents import ESSAYS, pages_of, section
from core.ui.control import Control
from core.ui.foot import remember_page
from core.ui.links import tidy_link
from core.ui.navigation import APP_TITLE, UNKNOWN_KEY, guard
from core.ui.notes import show_notes
from core.ui.path import show_path, stop_of
from core.ui.pieces import begin_pieces


def open_first_page(*controls: Control) -> None:
    """Start the first page, which stands at `/`."""
    _begin("", controls)
    _say_unknown_address()
    st.title(APP_TITLE, anchor=False)
    show_notes()
    show_assignment()


def open_page(stem: str, *controls: Control) -> None:
    """Start a page: hand over to app.py if need be, settle the link, and write the title and what the page shows.

    `controls` are all the controls of the page, in the order in which a link should name them.
    """
    _begin(stem, controls + stop_of(stem))
    row = section(stem)
    rows = pages_of(row.part)
    if not is_embedded():
        caption(f"{row.part} · {rows.index(row) + 1} of {len(rows)}" if row.part in ESSAYS else row.part)
    st.title(row.title, anchor=False)
    show_notes()
    show_assignment()
    show_path(stem)


def _begin(stem: str, controls: tuple[Control, ...]) -> None:
    guard()
    controls = tuple(part for control in controls for part in control.parts)
    controls += of_the_instructor(controls)
    if tidy_link(stem, controls):
        begin_assignment(controls)
    begin_pieces()
    remember_page(stem, controls)


def _say_unknown_address() -> None:
    """Say once that the address led nowhere; the name is shown as plain text."""
    name = st.session_state.pop(UNKNOWN_KEY, None)
    if name is not None:
        with st.container(border=True):
            st.text(f"There is no page named “{name[:60]}” here. These are the pages there are.")
