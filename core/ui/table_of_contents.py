"""The table of contents as the first page shows it: every section of both essays with one line on it."""

import streamlit as st

from core.ui.caption import caption
from core.ui.contents import ESSAYS, essay_sections


def table_of_contents() -> None:
    """Every section of both essays, with a link and one line on it."""
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
