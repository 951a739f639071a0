"""What a link said and could not be used as it stands: collected while the page is drawn, shown once, above everything.

The page may start over several times before it has been drawn to its end; the notes wait for that.
"""

import streamlit as st

from core.say import minus_signs
from core.ui.parse import excerpt

_NOTES = "_link_notes"
_GIVEN = "_link_given"


def add_note(about: str, sentence: str) -> None:
    """Note what was made of a part of the link. A later note about the same part takes its place."""
    _kept(_NOTES)[about] = sentence


def remember_given(key: str, given: str) -> None:
    """Keep what the link said about a parameter before it was corrected for the first time."""
    _kept(_GIVEN)[key] = given


def first_given(key: str, given: str) -> str:
    """What the link said before any correction; `given` where there was none."""
    return _kept(_GIVEN).get(key, given)


def link_says(key: str, given: str) -> str:
    """The beginning of a note, with a stranger's words cut to a size that can be shown."""
    return f"The link says {key} = “{excerpt(given)}”"


def show_notes() -> None:
    """Show what there is to say about the link. As plain text: the words are a stranger's."""
    notes = _kept(_NOTES)
    if notes:
        with st.container(border=True):
            st.markdown("**This link was adjusted**")
            for note in notes.values():
                st.text(minus_signs(note))


def forget_notes() -> None:
    """The page has been drawn to its end with the notes on it: they have been said."""
    st.session_state.pop(_NOTES, None)
    st.session_state.pop(_GIVEN, None)


def _kept(name: str) -> dict[str, str]:
    return st.session_state.setdefault(name, {})
