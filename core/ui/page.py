"""The frame of every page: its opening (guard, link, title) and its end (link to this view, previous, next)."""

import streamlit as st

from core.ui.code_view import SNIPPETS_KEY
from core.ui.contents import Section, essay_sections, neighbours, section
from core.ui.controls import Control
from core.ui.groups import LINK_GROUP, group, take_over
from core.ui.links import link_query, page_address, show_notes, tidy_link
from core.ui.navigation import guard

CONTROLS_KEY = "_page_controls"
_STEM = "_page_stem"


def open_page(stem: str, *controls: Control) -> None:
    """Start a page: hand over to app.py if need be, settle the link, and write the title and what the page shows.

    `controls` are all the controls of the page, in the order in which a link should name them.
    """
    guard()
    take_over()
    tidy_link(stem, controls)
    st.session_state[CONTROLS_KEY] = controls
    st.session_state[SNIPPETS_KEY] = {}
    st.session_state[_STEM] = stem
    row = section(stem)
    rows = essay_sections(row.essay)
    st.caption(f"{row.essay} · {rows.index(row) + 1} of {len(rows)}")
    st.title(row.title, anchor=False)
    show_notes()


def close_page() -> None:
    """End a page: the link to this view with a copy button, and the ways on."""
    st.divider()
    _link_to_view()
    before, after = neighbours(st.session_state[_STEM])
    left, right = st.columns(2)
    with left:
        _way("Previous", before)
    with right:
        _way("Next", after)


@group(LINK_GROUP)
def _link_to_view() -> None:
    """The exact address of what the reader sees. A group of its own, so that every control can refresh it."""
    query = link_query(st.session_state[CONTROLS_KEY])
    address = page_address(st.session_state[_STEM])
    st.markdown("**Link to this view**")
    st.code(f"{address}?{query}" if query else address, language=None, wrap_lines=True)


def _way(word: str, row: Section | None) -> None:
    if row is not None:
        st.caption(word)
        st.page_link(row.file, label=row.title)
