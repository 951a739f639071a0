"""Controls in one line, as wide as each needs to be; on a phone they wrap."""

from typing import Any

import streamlit as st

from core.ui.control import Control


def in_line(*controls: Control) -> list[Any]:
    """Draw the controls in a line, and give the value of each.

    Example:
        scaled, masked = ui.in_line(SCALED, MASKED)
    """
    with st.container(horizontal=True):
        return [control.draw() for control in controls]
