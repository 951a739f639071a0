"""A link that opens a page at exactly one state, whatever the reader has done there before."""

from collections.abc import Mapping
from urllib.parse import quote, urlencode

from core.ui.links import page_address


def exact_link(label: str, stem: str, query: Mapping[str, str], anchor: str = "") -> str:
    """Markdown of a link to a page ("": the first) at the state that a query names.

    It opens a tab of its own, which is a session of its own: a link within this tab would find the controls that the
    query does not name where the reader left them.

    Example:
        >>> exact_link("One head", "flops", {"flops_heads": "1"})
        '[One head](</flops?flops_heads=1>)'
    """
    return f"[{label}](<{exact_address(stem, query, anchor)}>)"


def exact_address(stem: str, query: Mapping[str, str], anchor: str = "") -> str:
    """The address behind such a link."""
    return whole_address(stem, urlencode(query, quote_via=quote, safe=","), anchor)


def whole_address(stem: str, query: str, anchor: str = "") -> str:
    """The address of a page with its query, and with the place where it opens.

    A mail program takes a point at the end for that of the sentence around the link.
    """
    link = page_address(stem) + (f"?{query}" if query else "") + (f"#{anchor}" if anchor else "")
    return f"{link[:-1]}%2E" if link.endswith(".") else link
