"""Things side by side: each in a column of its own, below each other on a phone."""

from collections.abc import Callable
from typing import Any

import streamlit as st

from core.ui.control import Control


def beside(*things: Control | Callable[[], Any] | tuple) -> list[Any]:
    """Draw each thing in a column of its own, and give what each of them gives.

    A thing is a control, a function that draws, or a tuple of these, which stand below each other.

    Example:
        i, j = ui.beside(lambda: ROW.draw(tokens), lambda: COLUMN.draw(tokens))
        temperature, (k, p) = ui.beside(TEMPERATURE, (TOP_K, TOP_P))
    """
    given = []
    for column, thing in zip(st.columns(len(things)), things, strict=True):
        with column:
            given.append(_drawn(thing))
    return given


def _drawn(thing: Control | Callable[[], Any] | tuple) -> Any:
    if isinstance(thing, tuple):
        return tuple(map(_drawn, thing))
    return thing.draw() if isinstance(thing, Control) else thing()
