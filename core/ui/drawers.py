"""What belongs to a figure besides: slim toggles in one line under it, and what is opened, below them in full width.

A toggle is a compact expander with nothing in it. What an expander holds is as narrow as its toggle, and in a line of
three that is a third of the figure; so what is opened stands below the line. The width of a toggle is in pixels: one
that grew when it is opened would be another expander to Streamlit, and closed.
"""

from collections.abc import Callable, Mapping

import streamlit as st


def drawers(contents: Mapping[str, Callable[[], None]], *, key: str) -> None:
    """A toggle for each label, in one line; what is open is drawn below, in their order. What is closed costs nothing.

    key  the toggle's key is this, then its label in small letters

    Example:
        ui.drawers({"Data": lambda: st.dataframe(frame), "Checks": checks}, key="weights")
    """
    with st.container(horizontal=True):
        opened = [draw for label, draw in contents.items() if _toggle(label, key).open]
    for draw in opened:
        draw()


def _toggle(label: str, key: str):
    name = f"{key}_{label.lower().replace(' ', '_')}"
    return st.expander(label, type="compact", key=name, on_change="rerun", width=_width(label))


def _width(label: str) -> int:
    """Pixels: 8 a letter, which is a wide one of the small print, and 40 for the arrow."""
    return 8 * len(label) + 40
