"""What a model wrote, token by token with the probability of each."""

import time
from typing import Any

import streamlit as st

from core.say import percent, quoted

_A_TEXT, _A_TOKEN = 0.9, 0.12  # seconds that writing takes, at most


def write_out(place: Any, tokens: list[str], shares: list[float], *, about: Any, key: str) -> None:
    """Write tokens into a place, one after the other where the reader has not seen them yet, else at once.

    place  what `st.empty` gave, in the group that writes
    about  what the tokens depend on: equal for the same tokens

    Example:
        place = st.empty()
        ui.write_out(place, ["Ich", "·bin"], [0.98, 0.71], about="I am", key="german")
    """
    shown = [f"{quoted(token)}\u00a0{_unbroken(share)}" for token, share in zip(tokens, shares, strict=True)]
    if st.session_state.get(f"_written_{key}") != about:
        st.session_state[f"_written_{key}"] = about
        for n in range(1, len(shown)):
            place.markdown("  ".join(shown[:n]))
            time.sleep(min(_A_TOKEN, _A_TEXT / len(shown)))
    place.markdown("  ".join(shown))


def _unbroken(share: float) -> str:
    return percent(share, 0).replace(" ", "\u00a0")
