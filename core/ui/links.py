"""Links: what a page's query says becomes the state of its controls, once per visit, and what was not so is said.

Streamlit's own binding drops what it cannot use without a word and lets some of it through. So before the first bound
control of a page exists, the query is read by our rules and rewritten in its one canonical form; the next run binds it.
"""

from urllib.parse import quote, urlencode

import streamlit as st

from core.ui.address import base_address
from core.ui.controls import Control
from core.ui.parse import Unreadable, excerpt

_TIDIED = "_tidied"
_NOTES = "_link_notes"


def tidy_link(stem: str, controls: tuple[Control, ...]) -> None:
    """Bring the query of this visit into canonical form, with a rerun when it was not."""
    if st.session_state.get(_TIDIED) == stem:
        return
    st.session_state[_TIDIED] = stem
    notes: list[str] = []
    canonical: dict[str, str | None] = {}
    for control in controls:
        given = st.query_params.get_all(control.key)
        if not given:
            continue
        text, note = canonical_text(control, given[-1])
        notes += [note] if note else []
        if given != [text]:
            canonical[control.key] = text
    if notes:
        st.session_state[_NOTES] = notes
    if canonical:
        _rewrite(canonical)
        st.rerun()


def canonical_text(control: Control, given: str) -> tuple[str | None, str | None]:
    """What the link should say for one control (None: nothing, the default stands), and a note where it said otherwise.

    Example:
        >>> from core.ui import Number
        >>> canonical_text(Number("t", "T", 0.0, 2.0, 0.1, 1.0), "0.55")
        ('0.6', 'The link says t = “0.55”. Allowed: 0 to 2 in steps of 0.1. The nearest is used: 0.6.')
    """
    try:
        value = control.read(given)
    except Unreadable as problem:
        default = excerpt(control.text(control.default), 80)
        said = f"The link says {control.key} = “{excerpt(given)}”: {problem}. Allowed: {control.allowed}."
        return None, f"{said} The default is used: {default}."
    text = control.text(value)
    done = control.adjusted(given, value)
    note = f"The link says {control.key} = “{excerpt(given)}”. Allowed: {control.allowed}. {done}" if done else None
    return (None if value == control.default else text), note


def _rewrite(canonical: dict[str, str | None]) -> None:
    """Write the query again, all at once, with these parameters replaced (None: left out)."""
    query = {key: st.query_params.get_all(key) for key in st.query_params} | canonical
    st.query_params.from_dict({key: text for key, text in query.items() if text is not None})


def show_notes() -> None:
    """Show once what the link said and could not be used. As plain text: the words are a stranger's."""
    notes = st.session_state.pop(_NOTES, [])
    if notes:
        with st.container(border=True):
            st.markdown("**This link was adjusted**")
            for note in notes:
                st.text(note)


def link_query(controls: tuple[Control, ...]) -> str:
    """The query that reproduces the controls as they stand: every value that is not its default, in declared order."""
    values = [(control, control.value) for control in controls]
    pairs = [(control.key, control.text(value)) for control, value in values if value != control.default]
    return urlencode(pairs, quote_via=quote, safe=",")


def page_address(stem: str) -> str:
    """The address of a page, without its query: absolute in a browser, from the root elsewhere."""
    return f"{base_address(stem)}/{stem}"
