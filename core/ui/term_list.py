"""The terms of the glossary as its page lists them, by letter or by the page that shows them."""

from collections.abc import Iterable
from itertools import groupby

import streamlit as st

from core.glossary import Term
from core.ui.contents import sections
from core.ui.layout import PROSE
from core.ui.terms import way_to_term


def terms_by_letter(terms: Iterable[Term]) -> None:
    """Terms under their first letters; above them, a way to each letter."""
    letters = {letter: list(some) for letter, some in groupby(terms, key=lambda term: term.heading[0].upper())}
    _ways({letter.lower(): letter for letter in letters})
    for letter, some in letters.items():
        st.markdown(f"## {letter}")  # no st.header: a search may take it away, and a page keeps its sections
        _list(some)


def terms_by_page(terms: Iterable[Term]) -> None:
    """Terms under the pages that show them, in reading order; above them, a way to each page's."""
    pages = {row: [term for term in terms if term.page == row.stem] for row in sections()}
    pages = {row: some for row, some in pages.items() if some}
    _ways({f"of-{row.stem}": row.title for row in pages})
    for row, some in pages.items():
        st.header(row.title, anchor=f"of-{row.stem}")
        _list(some)


def _ways(places: dict[str, str]) -> None:
    """Links within the page: anchor -> words."""
    st.markdown(" · ".join(f"[{words}](#{anchor})" for anchor, words in places.items()), width=PROSE)


def _list(terms: list[Term]) -> None:
    """Terms in two columns: down the first, then down the second; on a phone one below the other."""
    half = (len(terms) + 1) // 2
    for column, some in zip(st.columns(2, gap="medium"), (terms[:half], terms[half:]), strict=True):
        with column:
            for term in some:
                _entry(term)


def _entry(term: Term) -> None:
    """A term's name, at which a link can open the page, what it means, and how it is written."""
    st.subheader(term.heading, anchor=term.key)
    st.markdown(f"{term.text}  \n:small[:gray[{_written(term)}]]")


def _written(term: Term) -> str:
    """Symbol, shape, and the page that shows the term, in a line."""
    symbol = [f"${term.symbol}$"] if term.symbol else []
    shape = [f"shape ${term.shape}$"] if term.shape else []
    return " · ".join((*symbol, *shape, f"shown on {way_to_term(term)}"))
