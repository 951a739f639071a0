"""The contents page: what the app is, and every section of both essays with one line on it."""

import streamlit as st

from core.ui.caption import caption
from core.ui.contents import ESSAYS, essay_sections
from core.ui.links import tidy_link
from core.ui.notes import forget_notes, show_notes

UNKNOWN_KEY = "_unknown_address"

INTRODUCTION = """
Two essays on one machine, the Transformer, that you can take apart while you read. Every number and every figure is
computed from the controls on the page at the moment you look at it, by the same small PyTorch package whose source
stands beside it.

Move something, and the address of the page changes with it. Copy the address, and whoever opens it sees what you see.
"""


def contents_page() -> None:
    tidy_link("", ())
    _say_unknown_address()
    st.title("The Transformer, taken apart")
    show_notes()
    st.markdown(INTRODUCTION)
    for essay, about in ESSAYS.items():
        rows = essay_sections(essay)
        if not rows:
            continue
        st.header(essay)
        caption(about)
        for row in rows:
            link, summary = st.columns([2, 5], gap=None, vertical_alignment="center")
            link.page_link(row.file, label=f"**{row.title}**")
            caption(row.summary, summary)
    forget_notes()


def _say_unknown_address() -> None:
    """Say once that the address led nowhere; the name is shown as plain text."""
    name = st.session_state.pop(UNKNOWN_KEY, None)
    if name is not None:
        with st.container(border=True):
            st.text(f"There is no page named “{name[:60]}” here. These are the pages there are.")
