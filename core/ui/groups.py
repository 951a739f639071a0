"""Groups: the parts of a page that redraw on their own when one of their controls moves.

A group is a Streamlit fragment. Moving a control in it runs the group once, with the groups that it calls, and nothing
else. A group writes only inside itself: elsewhere on the page Streamlit keeps places for it only from the last run of
the whole page, so what it writes there is lost, or ends in an error, as soon as its content grows or shrinks.
"""

from collections.abc import Callable
from functools import wraps

import streamlit as st

from core.ui.pieces import part
from core.ui.ways import links_are_old


class Missing(Exception):
    """Something that a part of a page cannot do without is not there; the message is a sentence for the reader."""


def group(draw: Callable[[], None]) -> Callable[[], None]:
    """Make a function of a page a group.

    What shows a group's controls stands in the same group, or in a group that it calls. Where something is Missing,
    the group ends with a sentence, and the rest of the page goes on.
    Where a move changed the sentence that the page's links take along, the whole page runs.

    Example:
        @ui.group
        def stages():
            temperature = TEMPERATURE.draw()
            ui.figure(...)

        stages()
    """

    @st.fragment
    @wraps(draw)
    def run() -> None:
        if links_are_old():
            st.rerun()
        try:
            with part(draw.__qualname__):
                draw()
        except Missing as problem:
            say_missing(problem)

    return run


def say_missing(problem: Missing) -> None:
    """Say what is missing, as plain text."""
    with st.container(border=True):
        st.text(str(problem))
