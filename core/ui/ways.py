"""The sentence that goes along: which control of a page takes it, and how it comes to the next page."""

import streamlit as st

from core.ui.contents import FIRST_PAGE, section, title
from core.ui.control import Control

# The pages that take an English sentence -> the key of the control that does.
SENTENCE_KEYS = {
    "": "machine_text",
    "tokenization": "text",
    "embeddings": "embedding_text",
    "positions": "position_text",
    "attention": "attention_text",
    "feed_forward": "memory_text",
    "residuals": "stream_text",
    "architecture": "arch_text",
    "kv_cache": "kv_text",
    "sampling": "sampling_text",
    "causal_mask": "mask_text",
}
_CONTROL, _LINKED = "_sentence_control", "_sentence_in_links"


def remember_sentence(stem: str, controls: tuple[Control, ...]) -> None:
    """Note which control of this page holds the sentence, and which sentence the page's links are about to carry."""
    control = next((one for one in controls if one.key == SENTENCE_KEYS.get(stem)), None)
    st.session_state[_CONTROL] = control
    st.session_state[_LINKED] = control and control.value


def links_are_old() -> bool:
    """Whether the sentence has changed since this page's links were made: then the whole page has to run."""
    control = st.session_state.get(_CONTROL)
    return control is not None and control.value != st.session_state.get(_LINKED)


def with_sentence(stem: str, *, also_default: bool = False) -> dict[str, str]:
    """What a link to another page says so that the sentence of this one goes along; empty where one of them has none.

    also_default  take it along too where it is what this page shows by itself: else the next page has its own
    """
    control = st.session_state.get(_CONTROL)
    if control is None or stem not in SENTENCE_KEYS:
        return {}
    text = control.value.strip()
    changed = also_default or text != control.default
    return {SENTENCE_KEYS[stem]: text} if text and changed else {}


def way_to(stem: str, label: str = "{}", *, also_default: bool = True, **more: str) -> None:
    """A link to a page ("": the first one) that takes this page's sentence along.

    label  {} stands for the title of that page
    more   what else the link says

    Example:
        ui.way_to("attention", "More on this: {}", attention_kind="cross")
    """
    file = section(stem).file if stem else FIRST_PAGE
    query = with_sentence(stem, also_default=also_default) | more
    st.page_link(file, label=label.format(title(stem)), query_params=query)
