"""The foot of every page: the link to this view, and the ways on.

It is a place of its own below the page, made before the page is drawn, so that every group can write the link anew.
"""

import streamlit as st

from core.ui.contents import Section, neighbours
from core.ui.controls import Control
from core.ui.copying import copyable
from core.ui.links import link_query, page_address

CONTROLS_KEY = "_page_controls"
_STEM = "_page_stem"
_PLACES = "_page_and_foot"
_LINK = "_link_place"


def open_foot(stem: str, controls: tuple[Control, ...]) -> None:
    """Make the page and its foot below it. From here to `close_page`, everything is drawn on the page."""
    page, foot = st.session_state[_PLACES] = st.container(), st.container()
    st.session_state[_STEM], st.session_state[CONTROLS_KEY] = stem, controls
    with foot:
        st.divider()
        st.markdown("**Link to this view**")
        st.session_state[_LINK] = st.empty()
    page.__enter__()


def write_link() -> None:
    """The exact address of what the reader sees, to be copied."""
    query = link_query(st.session_state[CONTROLS_KEY])
    address = page_address(st.session_state[_STEM])
    with st.session_state[_LINK].container():
        copyable(f"{address}?{query}" if query else address)


def close_page() -> None:
    """End a page: the link to this view, and the ways on."""
    page, foot = st.session_state[_PLACES]
    page.__exit__(None, None, None)
    write_link()
    with foot:
        places = st.columns(2)
    for place, word, row in zip(places, ("Previous", "Next"), neighbours(st.session_state[_STEM]), strict=True):
        with place:
            _way(word, row)


def _way(word: str, row: Section | None) -> None:
    if row is not None:
        st.caption(word)
        st.page_link(row.file, label=row.title)
