"""One sentence through the machine: a path of ten stops over the pages. A link with `stop=` stands at one of them."""

from dataclasses import dataclass, field

import streamlit as st

from core.ui.caption import caption
from core.ui.controls import Choice
from core.ui.ways import way_to


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
        {"vocabulary": "translator", "merges": "4000"},
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
        {"attention_kind": "encoder", "attention_cell": "true"},
    ),
    Stop(
        "feed_forward",
        "Between two attentions each token is worked on alone. Look at how many of the hidden units stay silent for "
        "yours.",
        {"memory_stack": "encoder"},
    ),
    Stop(
        "residuals",
        "Nothing is replaced on the way, only added to and normalised, so the stream can be read out half-way. In “The "
        "stream of a real sentence” look for the layer at which what was just said turns into what comes next.",
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
OFF = "0"  # not on the path


class _At(Choice):
    """The control that says at which stop a page is: never drawn, and forgotten with the link that said it."""

    def arrive(self, text: str | None) -> None:
        pass


def stop_of(stem: str) -> tuple[_At, ...]:
    """The control of a page that says at which stop it is, in the link alone; none for a page that is not on the path.

    Example:
        >>> [control.options for control in stop_of("attention")], stop_of("trainer")
        ([('0', '4', '7')], ())
    """
    stops = tuple(str(n + 1) for n, stop in enumerate(STOPS) if stop.stem == stem)
    return (_At("stop", "Stop on the path", (OFF, *stops), default=OFF),) if stops else ()


def show_path(stem: str) -> None:
    """Where the reader is on the path, what to look at, and the ways on; nothing where the link names no stop."""
    for stop in stop_of(stem):
        if stop.value != OFF:
            _show_stop(stop)


def _show_stop(stop: _At) -> None:
    at = int(stop.value)
    with st.container(border=True):
        caption(f"One sentence through the machine · stop {at} of {len(STOPS)}")
        st.markdown(STOPS[at - 1].look)
        before, after, out = st.columns([2, 2, 1], vertical_alignment="center")
        with before:
            way_to_stop(at - 1)
        with after:
            way_to_stop(at + 1)
        out.button("Leave the path", on_click=stop.put, args=(OFF,), type="tertiary")


def way_to_stop(n: int, label: str | None = None) -> None:
    """A link to a stop with this page's sentence; to the whole machine before the first stop, and after the last."""
    if not 1 <= n <= len(STOPS):
        way_to("")
        return
    stop = STOPS[n - 1]
    way_to(stop.stem, label or f"Stop {n}: {{}}", **stop.more, stop=str(n))
