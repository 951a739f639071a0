"""One sentence through the machine: a path of ten stops over the pages. A link with `stop=` stands at one of them."""

from dataclasses import dataclass, field

import streamlit as st

from core.ui.carried import with_sentence
from core.ui.contents import section
from core.ui.controls import Number
from core.ui.notes import add_note, link_says


@dataclass(frozen=True)
class Stop:
    """A page of the path, what its link says besides the sentence, and what to look at there."""

    stem: str
    look: str
    more: dict[str, str] = field(default_factory=dict)


STOPS = (
    Stop(
        "tokenization",
        "The translator reads no letters. Its vocabulary cuts your sentence into the pieces below. The number under "
        "each piece is its id, and everything else begins with these numbers.",
        {"learn_from": "translator"},
    ),
    Stop(
        "embeddings",
        "Each id fetches its row from a table. Look at the map of your sentence: which pieces are alike before any of "
        "them has met another?",
    ),
    Stop(
        "positions",
        "A row of the table does not know where in the sentence it stands. Look at what is added to each of your "
        "tokens, and how much it changes the vector.",
    ),
    Stop(
        "attention",
        "In the encoder every token looks at every other. Choose a head, then a cell, and see where its weight comes "
        "from.",
        {"attention_kind": "encoder"},
    ),
    Stop(
        "feed_forward",
        "Between two attentions each token is worked on alone. Look at how many of the hidden units stay silent for "
        "yours.",
        {"memory_stack": "encoder"},
    ),
    Stop(
        "residuals",
        "Nothing is replaced on the way, only added to and normalised. Follow the length of one token's vector from "
        "layer to layer.",
    ),
    Stop(
        "attention",
        "Now the decoder looks across at your sentence. Where German puts its words in another order, the strong "
        "cells leave the diagonal.",
        {"attention_kind": "cross"},
    ),
    Stop(
        "kv_cache",
        "The translation grows token by token. Look at what is computed once and kept, and what each step costs with "
        "and without it.",
    ),
    Stop(
        "sampling",
        "The last layer has given every token of the vocabulary a score. Raise the temperature, and see which of them "
        "could have been the next.",
        {"logits_from": "translator"},
    ),
    Stop(
        "architecture",
        "The whole machine once more, part by part. In “Cut something out” take parts away, and read what becomes of "
        "your translation.",
    ),
)
STOP = Number("stop", "Stop on the path", 0, len(STOPS), step=1, default=0)  # 0: not on the path
FIRST_PAGE_KEY = "_first_page"  # where the path begins and ends, as Streamlit knows it
ON_PATH = frozenset(stop.stem for stop in STOPS)


def show_path(at: int) -> None:
    """Where the reader is on the path, what to look at, and the ways on; nothing for 0."""
    if not at:
        return
    with st.container(border=True):
        st.caption(f"One sentence through the machine · stop {at} of {len(STOPS)}")
        st.markdown(STOPS[at - 1].look)
        before, after, leave = st.columns([2, 2, 1], vertical_alignment="center")
        with before:
            way_to_stop(at - 1)
        with after:
            way_to_stop(at + 1)
        leave.button("Leave the path", on_click=STOP.put, args=(0,), type="tertiary")


def way_to_stop(n: int, label: str | None = None) -> None:
    """A link to a stop with this page's sentence; to the first page before the first stop, and after the last."""
    if not 1 <= n <= len(STOPS):
        query = with_sentence("", also_default=True)
        st.page_link(st.session_state[FIRST_PAGE_KEY], label="The whole machine", query_params=query)
        return
    stop = STOPS[n - 1]
    row = section(stop.stem)
    query = with_sentence(stop.stem, also_default=True) | stop.more | {STOP.key: str(n)}
    st.page_link(row.file, label=label or f"Stop {n}: {row.title}", query_params=query)


def stop_here(stem: str) -> int:
    """The stop that the link names, 0 where it names none or one of another page."""
    at = STOP.value
    if at and STOPS[at - 1].stem != stem:
        row = section(STOPS[at - 1].stem)
        add_note(STOP.key, f"{link_says(STOP.key, str(at))}, which is on the page “{row.title}”. It was not used here.")
        STOP.put(0)
        return 0
    return at
