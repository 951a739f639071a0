"""Groups: the parts of a page that redraw on their own when one of their controls moves.

A group is a Streamlit fragment with a name. Moving a control in it reruns the group and the link at the foot of the
page, and nothing else.
"""

from collections.abc import Callable
from contextvars import ContextVar
from functools import wraps
from typing import Any

import streamlit as st
from streamlit.errors import StreamlitAPIException

LINK_GROUP = "link_to_view"
_WAITING = "_waiting_values"
_current: ContextVar[tuple[str, ...]] = ContextVar("group", default=())


def group(name: str, *also: str) -> Callable[[Callable[[], None]], Callable[[], None]]:
    """Make a function of a page a group. `name` is unique on the page.

    `also` names other groups of the page that show the values of this group's controls, and redraw with it.

    Example:
        @ui.group("stages")
        def stages():
            temperature = TEMPERATURE.draw()
            ui.figure(...)

        stages()
    """

    def decorate(draw: Callable[[], None]) -> Callable[[], None]:
        @st.fragment(key=name)
        @wraps(draw)
        def run() -> None:
            token = _current.set((name, *also))
            try:
                take_over()
                draw()
            finally:
                _current.reset(token)

        return run

    return decorate


def wait(key: str, value: Any) -> None:
    """Let a control's widget have this value when the page or a group is drawn next.

    Written to the widget at once, in a callback that redraws groups, it would be lost: such a callback reruns the
    script before any widget has seen the value.
    """
    st.session_state[_WAITING] = st.session_state.get(_WAITING, {}) | {key: value}


def waiting(key: str, otherwise: Any) -> Any:
    """The value that waits for a control, or else another."""
    return st.session_state.get(_WAITING, {}).get(key, otherwise)


def take_over() -> None:
    """Give the values that wait to their widgets. Runs before any of them is drawn."""
    for key, value in st.session_state.pop(_WAITING, {}).items():
        st.session_state[key] = value


def current_groups() -> tuple[str, ...]:
    """The names of the group that is being drawn and of those that redraw with it; empty outside a group."""
    return _current.get()


def on_change() -> Callable[[], None] | str:
    """What a control of the current group does when it is moved: redraw the groups that show it and the link."""
    names = current_groups()
    return redraw(names) if names else "rerun"


def redraw(names: tuple[str, ...]) -> Callable[[], None]:
    """A callback that redraws these groups and the link at the foot of the page, and nothing else."""

    def callback() -> None:
        try:
            st.rerun([*names, LINK_GROUP])
        except StreamlitAPIException:
            return  # the page is still being drawn for the first time; the rest of it will show the new value

    return callback
