"""What a model wrote, token by token with the probability of each."""

import time
from collections.abc import Callable
from typing import Any

import streamlit as st

from core.say import percent, quoted

_A_TEXT, _A_TOKEN = 0.9, 0.12  # seconds that writing takes, at most


def write_out(tokens: list[str], shares: list[float], *, about: Any, key: str) -> Callable[[], None]:
    """A place with tokens, which stands there whole where the reader has seen them; where not, what is given back has
    to be called to write them, one after the other, once everything else is drawn.

    about  what the tokens depend on: equal for the same tokens

    Example:
        write = ui.write_out(["Ich", "·bin"], [0.98, 0.71], about="I am", key="german")
        ...  # what stands below it
        write()
    """
    shown = [f"{quoted(token)}\u00a0{_unbroken(share)}" for token, share in zip(tokens, shares, strict=True)]
    place, seen = st.empty(), f"_written_{key}"
    if st.session_state.get(seen) == about:
        place.markdown("  ".join(shown))
        return lambda: None

    def write() -> None:
        for n in range(1, len(shown)):
            place.markdown("  ".join(shown[:n]))
            time.sleep(min(_A_TOKEN, _A_TEXT / len(shown)))
        place.markdown("  ".join(shown))
        st.session_state[seen] = about

    return write


def _unbroken(share: float) -> str:
    return percent(share, 0).replace(" ", "\u00a0")
