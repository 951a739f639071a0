"""How every page begins: guard, link, title. How it ends is in `core.ui.foot`."""

import streamlit as st

from core.ui.code_view import SNIPPETS_KEY
from core.ui.contents import essay_sections, section
from core.ui.controls import Control
from core.ui.foot import open_foot
from core.ui.links import show_notes, tidy_link
from core.ui.navigation import guard


def open_page(stem: str, *controls: Control) -> None:
    """Start a page: hand over to app.py if need be, settle the link, and write the title and what the page shows.

    `controls` are all the controls of the page, in the order in which a link should name them.
    """
    guard()
    tidy_link(stem, controls)
    st.session_state[SNIPPETS_KEY] = {}
    open_foot(stem, controls)
    row = section(stem)
    rows = essay_sections(row.essay)
    st.caption(f"{row.essay} · {rows.index(row) + 1} of {len(rows)}")
    st.title(row.title, anchor=False)
    show_notes()
