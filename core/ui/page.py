"""How every page begins: guard, link, title. How it ends is in `core.ui.foot`."""

import streamlit as st

from core.ui.code_view import SNIPPETS_KEY
from core.ui.contents import essay_sections, section
from core.ui.controls import Control
from core.ui.foot import remember_page
from core.ui.links import tidy_link
from core.ui.navigation import guard
from core.ui.notes import show_notes


def open_page(stem: str, *controls: Control) -> None:
    """Start a page: hand over to app.py if need be, settle the link, and write the title and what the page shows.

    `controls` are all the controls of the page, in the order in which a link should name them.
    """
    guard()
    controls = tuple(part for control in controls for part in control.parts)
    tidy_link(stem, controls)
    st.session_state[SNIPPETS_KEY] = {}
    remember_page(stem, controls)
    row = section(stem)
    rows = essay_sections(row.essay)
    st.caption(f"{row.essay} · {rows.index(row) + 1} of {len(rows)}")
    st.title(row.title, anchor=False)
    show_notes()
