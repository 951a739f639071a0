"""Links: what a page's query says becomes the state of its controls, once per visit, and what was not so is said.

Streamlit's own binding drops what it cannot use without a word and lets some of it through. So before the first bound
control of a page exists, the query is read by our rules and rewritten in its one canonical form; the next run binds it.
"""

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any
from urllib.parse import quote, urlencode

import streamlit as st

from core.ui.address import base_address, came_by_history
from core.ui.control import Control
from core.ui.notes import add_note, link_says, remember_given
from core.ui.parse import Unreadable, excerpt

_TIDIED = "_tidied"
_BEGINS = "_visit_begins"

# What mail programs, search engines, social networks and course platforms add to a link. It is no part of our links.
_TRACKERS = ("utm_", "mc_", "mtm_", "pk_", "_ga", "_gl", "_hs", "__hs", "hsa_", "vero_", "oly_")
_STRANGERS = frozenset({
    "fbclid", "gclid", "gclsrc", "gbraid", "wbraid", "dclid", "msclkid", "yclid", "twclid", "ttclid", "li_fat_id",
    "igsh", "igshid", "mkt_tok", "epik", "rdt_cid", "s_cid", "srsltid", "si", "ref", "ref_src", "ref_url",
    "embed", "embed_options",
})  # fmt: skip


def tidy_link(stem: str, controls: tuple[Control, ...]) -> bool:
    """Bring the query of this visit into canonical form, with a rerun when it was not; whether the visit begins now.

    Back and Forward begin a visit even within a page: then the address says all, its silence included.
    """
    recalled = came_by_history()
    if st.session_state.get(_TIDIED) == stem and not recalled:
        return st.session_state.pop(_BEGINS, False)
    st.session_state[_TIDIED], st.session_state[_BEGINS] = stem, True
    canonical: dict[str, str | None] = {}
    for control in controls:
        given = st.query_params.get_all(control.key)
        if not given:
            if recalled:
                control.arrive(None)
            continue
        text, note = canonical_text(control, given[-1])
        if note:
            add_note(control.key, note)
            remember_given(control.key, given[-1])
        if len(given) > 1:
            add_note(f"{control.key}, repeated", repeated(control.key, given))
        if given != [text]:
            canonical[control.key] = text
        control.arrive(text)
    canonical |= _strangers({control.key for control in controls})
    if canonical:
        _rewrite(canonical)
        st.rerun()
    return st.session_state.pop(_BEGINS)


def canonical_text(control: Control, given: str) -> tuple[str | None, str | None]:
    """What the link should say for one control (None: nothing, the default stands), and a note where it said otherwise.

    Example:
        >>> from core.ui import Number
        >>> canonical_text(Number("t", "T", 0.0, 2.0, 0.1, 1.0), "0.55")
        ('0.6', 'The link says t = “0.55”. Allowed: 0 to 2 in steps of 0.1. The nearest is used: 0.6.')
    """
    try:
        value = control.read(given)
    except Unreadable as problem:
        default = excerpt(control.text(control.default), 80)
        said = f"{link_says(control.key, given)}: {problem}. Allowed: {control.allowed}."
        return None, f"{said} The default is used: {default}."
    text = control.text(value)
    done = control.adjusted(given, value)
    note = f"{link_says(control.key, given)}. Allowed: {control.allowed}. {done}" if done else None
    return (None if value == control.default else text), note


def repeated(key: str, given: list[str]) -> str:
    """The sentence on a parameter that a link gives more than once.

    Example:
        >>> repeated("t", ["1", "2"])
        'The link gives t 2 times: “1”, “2”. The last one counts.'
    """
    listed = ", ".join(f"“{excerpt(text, 20)}”" for text in given[:4]) + (", …" if len(given) > 4 else "")
    return f"The link gives {key} {len(given)} times: {listed}. The last one counts."


def unknown(name: str, known: set[str]) -> str:
    """The sentence on a parameter that no control of the page has.

    Example:
        >>> unknown("temprature", {"temperature", "top_k"})
        'The link names “temprature”, which this page does not know, so it was not used. Is “temperature” meant?'
    """
    bare = name.removeprefix("amp;")
    said = f"The link names “{excerpt(name)}”, which this page does not know, so it was not used."
    if bare != name:
        said += " The “&” before it was written “&amp;”."
    close = get_close_matches(bare.lower(), sorted(known), n=1, cutoff=0.7)
    return f"{said} Is “{close[0]}” meant?" if close else said


def is_stranger(name: str) -> bool:
    """Whether others add this parameter to links: trackers, and the frame that a page is embedded in.

    Example:
        >>> is_stranger("utm_source"), is_stranger("temprature")
        (True, False)
    """
    return name.lower() in _STRANGERS or name.lower().startswith(_TRACKERS)


def _strangers(known: set[str]) -> dict[str, None]:
    """What the page does not know, to be taken off the address, or the next page would get it too; each with a note."""
    names = [name for name in st.query_params if name not in known and not is_stranger(name)]
    for name in names:
        add_note(name, unknown(name, known))
    return dict.fromkeys(names)


def _rewrite(canonical: dict[str, str | None]) -> None:
    """Write the query again, all at once, with these parameters replaced (None: left out)."""
    query = {key: st.query_params.get_all(key) for key in st.query_params} | canonical
    st.query_params.from_dict({key: text for key, text in query.items() if text is not None})


def link_query(controls: tuple[Control, ...], given: Mapping[Control, Any] | None = None) -> str:
    """The query that reproduces the controls as they stand: every value that is not its default, in declared order.

    given  values to be written instead of those that some of the controls have
    """
    values = [(control, (given or {}).get(control, control.value)) for control in controls]
    pairs = [(control.key, control.text(value)) for control, value in values if value != control.default]
    return urlencode(pairs, quote_via=quote, safe=",")


def page_address(stem: str) -> str:
    """The address of a page, without its query: absolute in a browser, from the root elsewhere."""
    return f"{base_address(stem)}/{stem}"
