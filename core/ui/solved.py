"""Which exercises of a page a visitor has solved: kept in the session, for as long as the tab is open.

Solved is what was answered right before its answer was shown. Another question of the same exercise is another chance.
"""

import streamlit as st

SOLVED_KEY, SHOWN_KEY = "_solved", "_answers_shown"


def solved(stem: str) -> dict[int, int]:
    """The solved exercises of a page, each with the number of the question that was solved first; in order.

    Example:
        >>> solved("attention")
        {}
    """
    return dict(sorted(_kept(SOLVED_KEY).get(stem, {}).items()))


def note_solved(stem: str, exercise: int, number: int) -> None:
    """Keep that a question was answered right, unless its answer had been shown before."""
    if (stem, exercise, number) not in _kept(SHOWN_KEY):
        _kept(SOLVED_KEY).setdefault(stem, {}).setdefault(exercise, number)


def note_shown(stem: str, exercise: int, number: int) -> None:
    """Keep that the answer of a question has been shown."""
    _kept(SHOWN_KEY)[stem, exercise, number] = True


def _kept(name: str) -> dict:
    return st.session_state.setdefault(name, {})
