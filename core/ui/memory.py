"""What the server holds stays level: the C library is told to give back what sessions no longer use.

Streamlit runs every script in a thread of its own. glibc gives threads heaps of their own, and keeps what is freed, so
that a server which has answered many readers holds what the busiest moments needed. Elsewhere than on glibc this
does nothing.
"""

import ctypes

import streamlit as st

_ARENA_MAX, _MMAP_THRESHOLD = -8, -3  # names of glibc's malloc.h
ARENAS = 2  # heaps that threads share
LARGE = 1 << 20  # bytes: what is larger is given back to the system as soon as it is freed


def _glibc() -> ctypes.CDLL | None:
    """The C library of this process where it is glibc."""
    try:
        library = ctypes.CDLL(None)
    except (OSError, TypeError):
        return None
    return library if hasattr(library, "mallopt") and hasattr(library, "malloc_trim") else None


def bound_heaps() -> None:
    """Have all threads share a few heaps. It works for threads that have not begun to use memory yet."""
    if library := _glibc():
        library.mallopt(_ARENA_MAX, ARENAS)
        library.mallopt(_MMAP_THRESHOLD, LARGE)


def trim() -> None:
    """Give back to the system what is free inside the heaps."""
    if library := _glibc():
        library.malloc_trim(0)


@st.cache_resource(scope="session", max_entries=1, on_release=lambda _: trim(), show_spinner=False)
def trim_when_this_session_ends() -> bool:
    """Trim once this visitor has left and what was kept for him is gone."""
    return True
