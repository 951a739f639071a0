"""Groups: the parts of a page that redraw on their own when one of their controls moves.

A group is a Streamlit fragment. Moving a control in it runs the group once, with the groups that it calls, and writes
the link at the foot of the page anew. Nothing else on the page is touched.
"""

from collections.abc import Callable
from functools import wraps

import streamlit as st

from core.ui.foot import write_link


def group(draw: Callable[[], None]) -> Callable[[], None]:
    """Make a function of a page a group.

    What shows a group's controls stands in the same group, or in a group that it calls.

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
        draw()
        write_link()

    return run
