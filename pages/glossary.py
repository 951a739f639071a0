"""Glossary: every term once, with its symbol, its shape, and the page that shows it."""

import streamlit as st

import core
from core import ui

FIND = ui.Text("find", "Find a term", default="", most=40)
ORDER = ui.Choice("glossary_order", "Order", ("letters", "pages"), "letters", ("A to Z", "by page"))

ui.open_page("glossary", FIND, ORDER)

ui.prose("""
What the words and symbols of this app mean, each said once. In a shape, $B$ counts sequences, $H$ heads, $T$ tokens
($T_q$ those that ask, $T_k$ those that are asked), $L$ layers and $V$ the entries of the vocabulary; $d_{model}$, $d_k$
and $d_{ff}$ are widths. The link below a term opens the page that shows it, in a new tab.
""")


@ui.group
def terms() -> None:
    """The terms in which the words stand that the reader looks for, in the order of the reader's choice."""
    ui.beside(FIND, ORDER)
    found = core.glossary.matching(FIND.value)
    if not found:
        st.text(f"No term has “{FIND.value}” in its name, its symbol or what is said of it.")
    elif ORDER.value == "letters":
        ui.terms_by_letter(found)
    else:
        ui.terms_by_page(found)


terms()
ui.close_page()
