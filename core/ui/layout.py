"""How wide things are on a page: the page, the prose on it, and controls beside the picture that they move."""

from typing import Any

import streamlit as st

from core.ui.terms import with_terms

PAGE = 980  # pixels that figures may fill, where the window has them
PROSE = 700  # pixels of a line that reads well


def page_column() -> Any:
    """The column that a page stands in, in the middle of the window."""
    with st.container(horizontal_alignment="center"):
        return st.container(width=PAGE)


def prose(text: str) -> None:
    """Markdown in a column that reads well.

    A term in double brackets leads to the glossary: its first use on a page is so marked.

    Example:
        ui.prose("A [[score]] is a dot product, and the [[rows|query]] of the map are queries.")
    """
    st.markdown(with_terms(text), width=PROSE)


def experiment() -> tuple[Any, Any]:
    """Two columns: a narrow one for controls, and a wide one for the picture that they move. On a phone the controls
    stand above it.

    Example:
        controls, picture = ui.experiment()
        with controls:
            t = TEMPERATURE.draw()
        with picture:
            ui.figure(...)
    """
    return st.columns([2, 7], gap="medium")
