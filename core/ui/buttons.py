"""Buttons that set controls."""

from collections.abc import Callable

import streamlit as st

from core.ui.groups import current_groups, redraw


def button(label: str, act: Callable[[], None], *, key: str | None = None, **more) -> None:
    """A button that sets controls. In a group, the groups that show them and the link redraw with it.

    A plain `st.button` in a group redraws that group alone, and the link at the foot of the page would stay behind.

    Example:
        ui.button("Greedy", lambda: TEMPERATURE.set(0.0))
    """
    groups = current_groups()

    def callback() -> None:
        act()
        if groups:
            redraw(groups)()

    st.button(label, key=key or f"button_{label}", on_click=callback, **more)
