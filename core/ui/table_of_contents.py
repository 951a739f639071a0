"""The table of contents as the first page shows it: every other page with one line on it."""

import streamlit as st

from core.ui.caption import caption
from core.ui.contents import PARTS, pages_of


def table_of_contents() -> None:
    """Every page but the first, part by part, with a link and one line on it."""
    for part, about in PARTS.items():
        rows = pages_of(part)
        if not rows:
            continue
        st.header(part)
        caption(about)
        for row in rows:
            link, summary = st.columns([2, 5], gap=None, vertical_alignment="center")
            link.page_link(row.file, label=f"**{row.title}**")
            caption(row.summary, summary)
