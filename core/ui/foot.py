"""The foot of every page: the link to this view, its files, and the ways on."""

import streamlit as st

from core.ui.address import is_embedded
from core.ui.caption import caption
from core.ui.contents import neighbours, sections
from core.ui.control import Control
from core.ui.evidence import how_we_know
from core.ui.groups import group
from core.ui.link_builder import build_link
from core.ui.notes import forget_notes
from core.ui.take_along import offer_files
from core.ui.ways import remember_sentence, way_to

STEM_KEY = "_page_stem"
CONTROLS_KEY = "_page_controls"
LINK_KEY = "_link_to_this_view"
TAKE_KEY = "_take_it_along"


def remember_page(stem: str, controls: tuple[Control, ...]) -> None:
    """Keep what the foot will need: which page this is, and its controls in the order in which a link names them."""
    st.session_state[STEM_KEY], st.session_state[CONTROLS_KEY] = stem, controls
    remember_sentence(stem, controls)


def close_page() -> None:
    """End a page: what holds its claims, the link to this view, its files, and the ways on, which a page in a frame has
    not."""
    _how_we_know()
    st.divider()
    link, *ways = st.columns(3, vertical_alignment="bottom")
    stem = st.session_state[STEM_KEY]
    with link, st.container(horizontal=True):
        _link_to_this_view()
        if stem in ("", *(row.stem for row in sections())):  # other pages have no programs
            _take_it_along()
    for place, word, row in zip(ways, ("Previous", "Next"), neighbours(stem), strict=True):
        if row is not None and not is_embedded():
            caption(word, place)
            with place:
                way_to(row.stem, also_default=False)
    forget_notes()


@group
def _how_we_know() -> None:
    how_we_know(st.session_state[STEM_KEY])


@group
def _link_to_this_view() -> None:
    """The exact address of what the reader sees, written when it is asked for, and what can be made of it.

    To move a control the reader has to leave the popover, which closes it; so what it shows is never out of date.
    """
    popover = st.popover("Link to this view", key=LINK_KEY, on_change="rerun")
    if popover.open:
        with popover:
            build_link(st.session_state[STEM_KEY], st.session_state[CONTROLS_KEY])


@group
def _take_it_along() -> None:
    """What this page shows as files, offered when they are asked for."""
    popover = st.popover("Take it along", key=TAKE_KEY, on_change="rerun")
    if popover.open:
        with popover:
            offer_files(st.session_state[STEM_KEY], st.session_state[CONTROLS_KEY])
