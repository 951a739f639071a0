"""Run this yourself: a short Python program that gives what the page shows, at the settings as they stand."""

import inspect
from typing import Any

import streamlit as st

from core.programs import Program
from core.ui.caption import caption
from core.ui.copying import copyable

SNIPPETS_KEY = "_page_snippets"  # name -> (program, what the page shows); the tests run every program and compare


def run_this(program: Program, *, shows: Any, **values: Any) -> None:
    """Show a program at these values, and the source of the functions that belong to it.

    shows   what the page shows: a number, or an array of the shape of the program's `result`
    values  what stands for each `$name` in the program

    Example:
        ui.run_this(core.programs.sampling.RULES, shows=stages.top_p, logits=[2.0, 1.0], t=0.8, k=0, p=1.0)
    """
    text = program.at(**values)
    st.session_state.setdefault(SNIPPETS_KEY, {})[program.name] = (text, shows)
    with st.expander("Run this yourself"):
        copyable(text, language="python")
        for function in program.functions():
            caption(f"The source of `{function.__module__}.{function.__qualname__}`")
            st.code(inspect.getsource(inspect.unwrap(function)), language="python")
