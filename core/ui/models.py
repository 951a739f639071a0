"""The trained models: loaded once per server, shared by all readers, and translations kept for a while."""

from typing import Any

import streamlit as st

import core
from core.ui.groups import Missing
from core.ui.text_controls import Text


def model(name: str) -> Any:
    """The model of this id in `core.models.CATALOGUE`, such as "translator" or "minilm". Nobody may write to it.

    When its file is missing or altered, what needs it ends with a sentence: raises Missing.
    """
    try:
        return _load(name)
    except core.models.Unavailable as problem:
        raise Missing(str(problem)) from None


def translated(text: Text, *, most: int = 62, say: bool = False) -> tuple[Any, Any]:
    """The translator's greedy translation of what a text control holds, and the trace of the pass that predicts it.

    most  so many tokens the page can draw, the end of the sentence not counted
    say   write why the text cannot be used, where it cannot; the control's default stands in for it

    Example:
        translation, trace = ui.translated(SENTENCE, most=24, say=True)
    """
    translator = model("translator")
    problem = _problem(translator, text.value, most)
    if problem and say:
        st.text(f"{problem} Used here: “{text.default}”")
    return _translated(text.default if problem else text.value)


def _problem(translator: Any, text: str, most: int) -> str | None:
    """Why this text cannot be translated here, as a sentence."""
    try:
        tokens = len(translator.source_ids(text)) - 1
    except ValueError as problem:
        return str(problem)
    return f"The text has {tokens} tokens; this page draws at most {most}." if tokens > most else None


@st.cache_resource(max_entries=4, show_spinner="Loading the model")
def _load(name: str) -> Any:
    return core.models.load(name)


@st.cache_resource(max_entries=64, show_spinner=False)
def _translated(text: str) -> tuple[Any, Any]:
    translator = _load("translator")
    translation = translator.translate(text)
    return translation, translator.trace(translation)
