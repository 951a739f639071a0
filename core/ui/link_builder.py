"""The link to this view, and the assignment that an instructor makes of it."""

from urllib.parse import quote, urlencode

import streamlit as st

from core.ui.assignment import HEADING, TASK, Hidden
from core.ui.caption import caption
from core.ui.control import Control
from core.ui.copying import copyable
from core.ui.exact_link import whole_address
from core.ui.links import link_query

FRAME = 600, 500  # pixels of the frame that is offered
EXERCISE = "exercise"  # the anchor of a page's exercises


def build_link(stem: str, controls: tuple[Control, ...]) -> None:
    """The exact address of what the reader sees; below it, on demand, the address of an assignment."""
    copyable(address(stem, controls))
    toggle = st.expander("Make an assignment of it", type="compact", key="_builder", on_change="rerun")
    if toggle.open:
        _assignment(stem, controls)


def _assignment(stem: str, controls: tuple[Control, ...]) -> None:
    """What the instructor adds, and the link with it."""
    named = {control.key: control.label for control in controls if control.key not in _OF_LINKS}
    given = {
        HEADING: st.text_input("Heading", HEADING.value, max_chars=HEADING.most, key="_builder_heading"),
        TASK: st.text_area("Instruction", TASK.value, max_chars=TASK.most, key="_builder_task"),
    }
    hide = next(control for control in controls if isinstance(control, Hidden))
    hidden = st.multiselect(
        "Controls to hide", named, hide.value, format_func=lambda key: f"{named[key]} ({key})", key="_builder_hide"
    )
    given[hide] = tuple(key for key in hide.keys if key in hidden)
    with st.container(horizontal=True):
        at_exercise = stem and st.toggle("Open at the exercises", key="_builder_exercise")
        framed = st.toggle("For a frame in a course page", key="_builder_embed")
    link = address(stem, controls, given, embed=framed, anchor=EXERCISE if at_exercise else "")
    copyable(link)
    if framed:
        caption("The frame, as a learning platform takes it:")
        copyable(frame(link), "html")
    caption("Hidden controls keep the value that they have now. Nobody needs an account, and nothing is stored.")


_OF_LINKS = {HEADING.key, TASK.key, Hidden.key, "stop"}


def frame(link: str) -> str:
    """The line that puts a link into a page of a learning platform.

    Example:
        >>> frame("https://host/flops?flops_heads=1&embed=true")
        '<iframe src="https://host/flops?flops_heads=1&amp;embed=true" width="600" height="500"></iframe>'
    """
    width, height = FRAME
    return f'<iframe src="{link.replace("&", "&amp;")}" width="{width}" height="{height}"></iframe>'


def address(
    stem: str,
    controls: tuple[Control, ...],
    given: dict[Control, object] | None = None,
    *,
    embed: bool = False,
    anchor: str = "",
) -> str:
    """The address of a page with its controls as they stand.

    given   values that are to stand in it instead of those of these controls
    embed   for a page inside another page
    anchor  where the page opens
    """
    query = link_query(controls, given)
    if embed:
        query += ("&" if query else "") + urlencode({"embed": "true"}, quote_via=quote)
    return whole_address(stem, query, anchor)
