"""What all sessions share: the heavy libraries, imported once behind the first page's text."""

import gc
import os
import threading

import streamlit as st

from core.ui.memory import bound_heaps, trim

# One thread per operation. Two cost 20 to 100 times as much as soon as anything else runs on the machine; the
# environment is read when torch is first imported, so it holds for every thread that ever uses it.
for _name in ("OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_name, "1")


@st.cache_resource(max_entries=1, show_spinner=False)
def warm_up() -> threading.Thread:
    """Import torch and the chart libraries in a daemon thread, once per server, while the first page shows its text."""
    bound_heaps()
    thread = threading.Thread(target=_import_heavy, name="warm-up", daemon=True)
    thread.start()
    return thread


def _import_heavy() -> None:
    import altair  # noqa: F401
    import pandas  # noqa: F401
    import torch  # noqa: F401

    # Streamlit collects garbage after every run. To look at these libraries' quarter of a million objects again, which
    # never become garbage, takes 130 ms, in which nothing is sent. From here on the collector leaves them out.
    gc.collect()
    gc.freeze()
    trim()
