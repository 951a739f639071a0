"""A place on the page for what comes later: it needs torch, and what stands below it should not wait for that."""

from typing import Any

import streamlit as st

from core.ui.resources import warm_up


def place_for_later(*, height: int) -> Any:
    """A place that is filled with `place.container()` once the rest of the page is there.

    height  pixels of the skeleton that stands there while torch is loaded, once in the life of a server

    Example:
        place = ui.place_for_later(height=640)
        ...  # what stands below it
        with place.container():
            picture()  # a group
    """
    place = st.empty()
    if warm_up().is_alive():
        place.skeleton(height=height)
    return place
