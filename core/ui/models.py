"""The trained models: loaded once per server, shared by all readers."""

from typing import Any

import streamlit as st

import core
from core.ui.groups import Missing


def model(name: str) -> Any:
    """The model of this id in `core.models.CATALOGUE`, such as "translator" or "minilm". Nobody may write to it.

    When its file is missing or altered, what needs it ends with a sentence: raises Missing.
    """
    try:
        return _load(name)
    except core.models.Unavailable as problem:
        raise Missing(str(problem)) from None


@st.cache_resource(max_entries=4, show_spinner="Loading the model")
def _load(name: str) -> Any:
    return core.models.load(name)
