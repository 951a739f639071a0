"""Controls that an assignment hides: they keep the value that the link gave them, whatever the browser sends."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

import streamlit as st

_HELD = "_held_controls"


def hold(texts: Mapping[str, str]) -> None:
    """Hide these controls (key -> the text of their value) on this page, and no others."""
    st.session_state[_HELD] = dict(texts)


def held(key: str) -> str | None:
    """The text of a hidden control's value; None for a control that is not hidden."""
    return st.session_state.get(_HELD, {}).get(key)


def unless_hidden(draw: Callable) -> Callable:
    """Make a control's `draw` draw nothing where an assignment hides it: its value is then that `at_rest`."""

    @wraps(draw)
    def run(control: Any, *args: Any, **options: Any) -> Any:
        return (draw if held(control.key) is None else type(control).at_rest)(control, *args, **options)

    return run
