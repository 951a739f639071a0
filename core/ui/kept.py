"""What takes long to compute: computed once for all readers, and kept for a while."""

from collections.abc import Callable
from functools import cache
from typing import Any

import streamlit as st

# A trained model is one object for the life of a server (`ui.model`), so it is told by which object it is.
_MODELS = (
    "core.models.minilm.model.MiniLM",
    "core.models.translator.loader.Translator",
    "core.transformer.model.Transformer",
)


def kept(function: Callable[..., Any], *, most: int = 256, spinner: str | bool = False) -> Callable[..., Any]:
    """The same function of `core`; what it gave for the last `most` arguments is not computed again.

    All readers get the same objects, so nobody may write to them. The arguments are trained models, and values that
    are equal when they look alike: numbers, texts, tuples and frozen dataclasses of such.

    most     fewer where a result is large. One function has one number, wherever it is kept
    spinner  what is said while it computes

    Example:
        run = ui.kept(core.analysis.caching.compare_cache)(ui.model("translator").model, source_ids, 40)
    """
    return _cached(function, most, spinner)


@cache
def _cached(function: Callable[..., Any], most: int, spinner: str | bool) -> Callable[..., Any]:
    return st.cache_resource(max_entries=most, show_spinner=spinner, hash_funcs=dict.fromkeys(_MODELS, id))(function)
