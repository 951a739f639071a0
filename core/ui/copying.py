"""Text to take along: with a button that copies it where the browser lets a page copy, else to be copied by hand."""

from urllib.parse import urlsplit

import streamlit as st

from core.ui.address import browser_address
from core.ui.caption import caption

BY_HAND = "To copy it, select it and press Ctrl + C (⌘ + C on a Mac): over plain http no button may copy."


def copyable(text: str, language: str | None = None) -> None:
    """Show a text that the reader will want to copy: an address, or a program in this language."""
    if may_copy(browser_address()):
        st.code(text, language=language, wrap_lines=True)
        return
    if language is None:
        st.text(text)  # has no button that would do nothing
    else:
        st.code(text, language=language, wrap_lines=True)
    caption(BY_HAND)


def may_copy(address: str) -> bool:
    """Whether a page at this address may write to the clipboard: over https, or on the reader's own machine.

    Browsers call this a secure context. Elsewhere the button of `st.code` does nothing, and does not say so.

    Example:
        >>> may_copy("https://host/sampling"), may_copy("http://localhost:8501"), may_copy("http://campus:8501")
        (True, True, False)
    """
    parts = urlsplit(address)
    host = parts.hostname or ""
    own = host in ("localhost", "::1") or host.endswith(".localhost") or host.startswith("127.")
    return parts.scheme != "http" or own
