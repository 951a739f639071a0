"""How do we know? What holds the claims of a page, on demand, at its foot."""

from itertools import groupby

import streamlit as st

from core.evidence import Evidence, held_claims
from core.ui.caption import caption

KEY = "_how_we_know"


def how_we_know(page: str) -> None:
    """A slim toggle with every claim of a page that a test holds; nothing for a page that claims nothing."""
    held = held_claims(page)
    if not held:
        return
    toggle = st.expander("How do we know?", type="compact", key=KEY, on_change="rerun")
    if not toggle.open:
        return
    caption(
        "Each of these is held by a test. In a clone of this app, `python -m pytest` and the name of the test run it."
    )
    for said, rows in groupby(held, lambda one: one.said):
        st.markdown("**What this page says**" if said else "**What its figures show**")
        st.markdown("\n".join(map(_line, rows)))


def _line(one: Evidence) -> str:
    """A claim, what it is compared with, how closely, and the test. All of it is ours, so it may be markdown."""
    claim = f"“{one.claim}”" if one.said else one.claim
    within = f"; {one.within}" if one.within else ""
    return f"- {claim}  \n  Compared with {one.against}{within}: `{one.test}`"
