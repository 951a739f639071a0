"""How far a reader is with the exercises of a page, and the completion code for all of them.

The name is kept in the session, for the next page, and nowhere else. It is in no link, and is shown in its box alone.
"""

import streamlit as st

from core.exercises.completion import code
from core.ui import parse
from core.ui.caption import caption
from core.ui.copying import copyable
from core.ui.solved import solved

NAME_KEY = "completion_name"
MOST = 60  # characters of a name
WHAT_FOR = "It is a convenience and not an exam: it says what was solved, and whoever knows its rule can make one."
_KEPT = "_completion_name"


def completion_code(stem: str, many: int) -> None:
    """What is solved of so many exercises; once all are, a box for the name, and the code for it.

    It stands in the group of the exercises.
    """
    done = solved(stem)
    caption(progress(tuple(done), many))
    if len(done) < many:
        return
    name = _ask_name()
    if not name:
        caption("Your code appears here when you have typed your name and pressed Enter.")
        return
    try:
        made = code(stem, done, name)
    except ValueError:
        caption("A name has at least one letter.")
        return
    copyable(made)
    caption(f"Send this code with your name as you typed it; capitals and spaces do not matter. {WHAT_FOR}")


def progress(done: tuple[int, ...], many: int) -> str:
    """What is solved, and what is missing for the code.

    Example:
        >>> progress((), 3)
        'Solved here: none, of 3. When all are solved, there is a completion code.'
        >>> progress((1, 3), 3)
        'Solved here: exercise 1, exercise 3, of 3. 1 more, and there is a completion code.'
    """
    listed, missing = ", ".join(f"exercise {n}" for n in done) or "none", many - len(done)
    if not missing:
        rest = "The set is finished."
    elif done:
        rest = f"{missing} more, and there is a completion code."
    else:
        rest = "When all are solved, there is a completion code."
    return f"Solved here: {listed}, of {many}. {rest}"


def _ask_name() -> str:
    """The name in the box, which begins with the one typed on an earlier page."""
    kept = st.session_state.get(_KEPT, "")
    typed = st.text_input("Your name, for the completion code", kept, max_chars=MOST, key=NAME_KEY)
    name = parse.cut(parse.clean(typed), MOST).strip()
    st.session_state[_KEPT] = name
    return name
