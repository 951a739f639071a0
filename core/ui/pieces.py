"""What the page shows that can be taken along, in its order: formulas, readings, programs.

A run of the whole page begins anew. A group that is redrawn gives up its own pieces, with those of the groups in it,
and notes what it shows now in the same place.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from core.notebooks import Piece

PARTS_KEY = "_page_parts"  # group -> what it shows, in order: pieces, and the names of the groups in it
_CURRENT = "_page_part"
_PAGE = ""  # the part of what stands in no group


def begin_pieces() -> None:
    """The page begins: nothing has been shown."""
    st.session_state[PARTS_KEY], st.session_state[_CURRENT] = {_PAGE: []}, _PAGE


def note_piece(piece: Piece) -> None:
    """Note what is shown now."""
    if PARTS_KEY not in st.session_state:
        begin_pieces()
    st.session_state[PARTS_KEY][st.session_state[_CURRENT]].append(piece)


@contextmanager
def part(name: str) -> Iterator[None]:
    """What is noted inside belongs to this group of the page, and takes the place of what it showed before."""
    if PARTS_KEY not in st.session_state:
        begin_pieces()
    parts, around = st.session_state[PARTS_KEY], st.session_state[_CURRENT]
    if name not in parts:  # else it is redrawn: its place is known
        parts[around].append(name)
    _give_up(parts, name)
    parts[name], st.session_state[_CURRENT] = [], name
    try:
        yield
    finally:
        st.session_state[_CURRENT] = around


def _give_up(parts: dict[str, list[Piece | str]], name: str) -> None:
    for piece in parts.pop(name, []):
        if isinstance(piece, str):
            _give_up(parts, piece)


def pieces_in_order(parts: dict[str, list[Piece | str]], name: str = _PAGE) -> Iterator[Piece]:
    """All pieces, those of a group where it stands."""
    for piece in parts.get(name, []):
        if isinstance(piece, str):
            yield from pieces_in_order(parts, piece)
        else:
            yield piece
