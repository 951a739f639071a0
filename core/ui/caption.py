"""Small print that can be read: Streamlit's own captions are faded, on the light background below a contrast of 4.5."""

from typing import Any

import streamlit as st


def caption(text: str, place: Any = st) -> None:
    """A sentence in small print and in the theme's quiet colour, in markdown; one paragraph, its brackets in pairs.

    place  a column or a container, where it is to stand in one

    Example:
        ui.caption("The ring marks the **zero vector**, from which angles are measured.")
    """
    place.markdown(f":small[:gray[{text}]]")
