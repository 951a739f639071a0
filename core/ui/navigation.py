"""The app's navigation: the guard each page starts with, the pages, and what an unknown address gets."""

from threading import Event

import streamlit as st

from core.ui.address import asked_page, base_address, is_embedded
from core.ui.contents import FIRST_PAGE, PARTS, every_page, pages_of
from core.ui.foot import close_page
from core.ui.groups import Missing, say_missing
from core.ui.history import one_entry_per_page
from core.ui.layout import page_column
from core.ui.memory import trim_when_this_session_ends
from core.ui.translation import follow_in_translation

APP_TITLE = "The Transformer, taken apart"
UNKNOWN_KEY = "_unknown_address"
_VIA_APP = "_via_app"
_pages_are_named = Event()  # set once this server has told Streamlit its pages


def guard() -> None:
    """Hand over to `app.py` when Streamlit started this page file alone.

    A folder named `pages/` makes a cold server run the page of the first deep link without `app.py`. Naming the
    pages once tells the server otherwise, and the rerun goes through `app.py` with the query string kept.
    """
    if not st.session_state.get(_VIA_APP):
        st.navigation(_pages(), position="hidden")
        _pages_are_named.set()
        st.rerun()


def run_app() -> None:
    """Draw the navigation and run the page that the address names. Called by `app.py` alone."""
    st.session_state[_VIA_APP] = True
    trim_when_this_session_ends()
    cold = not _pages_are_named.is_set()
    chosen = st.navigation(_pages(), expanded=True, position="hidden" if is_embedded() else "sidebar")
    _pages_are_named.set()
    if cold and _is_unknown(chosen.url_path):
        _load_again()
    base_address(chosen.url_path)  # seen now, before the reader goes on to a page whose name it may end in
    if chosen.url_path != st.session_state.get("_page"):
        st.session_state["_page"] = chosen.url_path
        st.session_state.pop("_tidied", None)
    st.set_page_config(page_title=_tab_title(chosen))
    with page_column():
        try:
            chosen.run()
        except Missing as problem:  # something that the whole page cannot do without
            say_missing(problem)
            close_page()
    one_entry_per_page()
    follow_in_translation()


def _tab_title(page: st.Page) -> str:
    """The title in the browser's tab and in its history: the page's own, then the app's."""
    return APP_TITLE if page.url_path == "" else f"{page.title} · {APP_TITLE}"


def _pages() -> dict[str, list[st.Page]]:
    """Contents first (at `/`), then a group per part, then a hidden page for an address that names no page."""
    contents = st.Page(FIRST_PAGE, title="Contents", default=True)
    groups = {"": [contents]}
    for part in PARTS:
        rows = pages_of(part)
        if rows:
            groups[part] = [st.Page(row.file, title=row.title, url_path=row.stem) for row in rows]
    name = asked_page()
    if _is_unknown(name):
        groups[""].append(_unknown_page(name, contents))
    return groups


def _is_unknown(name: str) -> bool:
    """Whether an address ends in a name that no page has."""
    return bool(name) and name not in {row.stem for row in every_page()}


def _load_again() -> None:
    """Have the browser load the address once more, and run nothing else.

    On a cold server Streamlit looks for the page among the files of `pages/` before `app.py` runs, and covers the app
    with a dialog that no Python can close. The second load finds the pages named, and the unknown one among them.
    """
    st.html("<script>location.reload()</script>", unsafe_allow_javascript=True)
    st.stop()


def _unknown_page(name: str, contents: st.Page) -> st.Page:
    """A hidden page that stands at the unknown address, remembers it, and leads to the contents.

    Without it Streamlit covers the contents with a dialog that has to be closed first.
    """

    def lead_to_contents() -> None:
        st.session_state[UNKNOWN_KEY] = name
        st.switch_page(contents)

    return st.Page(lead_to_contents, title="Unknown address", url_path=name, visibility="hidden")
