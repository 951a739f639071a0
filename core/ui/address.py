"""Where the app stands in the reader's browser: under any base path, behind a proxy, in another page's frame."""

from urllib.parse import unquote, urlsplit

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

_BASE = "_base_address"
_CLOUD_FRAME = "/~/+"  # Community Cloud puts an app in a frame at this address


def is_embedded() -> bool:
    """Whether the app was asked, by `embed=true`, to be part of another page."""
    return bool(st.context.is_embedded)


def came_by_history() -> bool:
    """Whether the browser's Back or Forward asked for this run."""
    return bool(getattr(get_script_run_ctx(), "is_history_navigation", False))


def browser_address() -> str:
    """What the browser says its address is, without query and closing slash; "" where there is no browser.

    Not `st.context.url`: that cuts off whatever looks like the name of one of our pages, be it the end of the base
    path, of the host's name or of an unknown address, and puts the page that runs in its place.
    """
    info = getattr(get_script_run_ctx(), "context_info", None)
    address = info.url if info is not None and info.HasField("url") else ""
    return address.replace(_CLOUD_FRAME, "", 1).rstrip("/")


def base_address(page: str) -> str:
    """The address that all pages begin with, without a closing slash, as a run of this page sees it ("": contents)."""
    base = find_base(
        browser_address(),
        page,
        known=st.session_state.get(_BASE),
        configured=st.get_option("server.baseUrlPath"),
        framed=is_embedded(),
    )
    st.session_state[_BASE] = base
    return base


def find_base(address: str, page: str, *, known: str | None, configured: str, framed: bool) -> str:
    """What an address begins with, before the name of the page.

    The address lags behind: on the run that opens a page it is still that of the page before. And in a frame it is that
    of the page around it, where the browser lets us see that one.

    known       what was found on an earlier run
    configured  the server's own base path; a proxy may have put more before it, or taken it away
    framed      whether the app was asked to be part of another page

    Example:
        >>> find_base("http://host/course/sampling", "sampling", known=None, configured="", framed=False)
        'http://host/course'
        >>> find_base("http://host/sampling", "shapes", known="http://host/sampling", configured="", framed=False)
        'http://host/sampling'
    """
    before, _, last = address.rpartition("/")
    if page and unquote(last) == page and address != known and not address.endswith(f"//{last}"):
        return before
    if known is not None:
        return known
    parts, own = urlsplit(address), f"/{configured.strip('/')}".rstrip("/")
    somewhere_else = framed if not own else not unquote(parts.path).endswith(own)
    return f"{parts.scheme}://{parts.netloc}{own}" if address and somewhere_else else address


def asked_page() -> str:
    """The name in the last place of the address: what Streamlit takes for the page; "" where that is the base path."""
    address = browser_address()
    path = unquote(urlsplit(address).path).strip("/")
    if address == st.session_state.get(_BASE) or path == st.get_option("server.baseUrlPath").strip("/"):
        return ""
    return last_of_path(address)


def last_of_path(address: str) -> str:
    """The last part of an address, decoded.

    Example:
        >>> last_of_path("http://host/base/%3Cb%3E/")
        '<b>'
    """
    name = unquote(urlsplit(address).path.rstrip("/").rpartition("/")[2]).strip()
    return "" if "/" in name else name  # an escaped slash cannot be a page's name
