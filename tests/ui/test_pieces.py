"""What a page has shown, in its order: a group that is redrawn replaces its own, in its place, and nothing grows."""

import pytest
import streamlit as st

from core.notebooks import Formula
from core.ui.pieces import PARTS_KEY, begin_pieces, note_piece, part, pieces_in_order


@pytest.fixture(autouse=True)
def session(monkeypatch):
    monkeypatch.setattr(st, "session_state", {})


def inner(*names: str) -> None:
    with part("inner"):
        for name in names:
            note_piece(Formula((name,)))


def outer(first: str, *names: str, opened: bool = True) -> None:
    with part("outer"):
        note_piece(Formula((first,)))
        if opened:
            inner(*names)
        note_piece(Formula(("end of outer",)))


def whole_page() -> None:
    begin_pieces()
    note_piece(Formula(("head",)))
    outer("a", "b", "c")
    with part("last"):
        note_piece(Formula(("foot",)))


def shown() -> list[str]:
    return [piece.lines[0] for piece in pieces_in_order(st.session_state[PARTS_KEY])]


def test_pieces_come_in_the_order_of_the_page():
    whole_page()
    assert shown() == ["head", "a", "b", "c", "end of outer", "foot"]


def test_a_group_that_is_redrawn_keeps_its_place():
    whole_page()
    for _ in range(3):
        inner("B")
        assert shown() == ["head", "a", "B", "end of outer", "foot"]
    outer("A", "b", "c", "d")
    assert shown() == ["head", "A", "b", "c", "d", "end of outer", "foot"]
    inner("c")
    assert shown() == ["head", "A", "c", "end of outer", "foot"]


def test_what_a_redrawn_group_no_longer_shows_is_gone():
    whole_page()
    outer("a", opened=False)
    assert shown() == ["head", "a", "end of outer", "foot"]
    assert "inner" not in st.session_state[PARTS_KEY]
    outer("a", "b")
    assert shown() == ["head", "a", "b", "end of outer", "foot"]


def test_a_group_that_was_broken_off_leaves_the_others_in_order():
    whole_page()
    with pytest.raises(ValueError), part("outer"):
        note_piece(Formula(("half",)))
        raise ValueError
    assert shown() == ["head", "half", "foot"]
    note_piece(Formula(("after",)))
    assert shown()[-1] == "after"


def test_a_page_that_was_not_opened_as_one_notes_too():
    inner("b")
    assert shown() == ["b"]
