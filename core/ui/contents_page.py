"""The contents page: what the app is, and every section of both essays with one line on it."""

import sys

import streamlit as st

from core.ui.code_view import SNIPPETS_KEY
from core.ui.contents import ESSAYS, essay_sections
from core.ui.foot import close_page, remember_page
from core.ui.links import tidy_link
from core.ui.machine import CONTROLS, machine
from core.ui.notes import show_notes

UNKNOWN_KEY = "_unknown_address"
APP_TITLE = "The Transformer, taken apart"
PICTURE = 700  # pixels that are kept for the machine while torch is loaded

INTRODUCTION = """
A real Transformer, small enough to see whole, translates your sentence here. Every number on this page and on those
behind it is computed while you look. Move something and the address follows: whoever opens it sees what you see.
"""


def contents_page() -> None:
    st.set_page_config(layout="wide")
    tidy_link("", CONTROLS)
    remember_page("", CONTROLS)
    st.session_state[SNIPPETS_KEY] = {}
    _say_unknown_address()
    st.title(APP_TITLE, anchor=False)
    show_notes()
    st.markdown(INTRODUCTION)
    place = st.empty()
    if "torch" not in sys.modules:  # the text and the contents stand there already; the picture will be a while
        place.skeleton(height=PICTURE)
    _contents()
    close_page()
    with place.container():
        machine()


def _contents() -> None:
    """Every section of both essays, with one line on it."""
    for essay, about in ESSAYS.items():
        rows = essay_sections(essay)
        if not rows:
            continue
        st.header(essay)
        st.caption(about)
        for row in rows:
            link, summary = st.columns([2, 5], gap=None, vertical_alignment="center")
            link.page_link(row.file, label=f"**{row.title}**")
            summary.caption(row.summary)


def _say_unknown_address() -> None:
    """Say once that the address led nowhere; the name is shown as plain text."""
    name = st.session_state.pop(UNKNOWN_KEY, None)
    if name is not None:
        with st.container(border=True):
            st.text(f"There is no page named “{name[:60]}” here. These are the pages there are.")
