"""Run this yourself: a short Python program that gives what the page shows, at the settings as they stand."""

import inspect
from collections.abc import Callable
from string import Template
from typing import Any

import streamlit as st

from core.ui.copying import copyable

SNIPPETS_KEY = "_page_snippets"  # name -> (program, what the page shows); the tests run every program and compare


def run_this(template: str, *functions: Callable, shows: Any, name: str = "snippet", **values: Any) -> None:
    """Show a runnable program and the source of the functions it calls.

    template   Python text; `$name` stands for the Python literal of a value; its last line sets `result`
    functions  functions of `core` whose source is shown below the program
    shows      what the page shows: a number, or an array of the shape of `result`
    name       needed when a page has more than one program

    Example:
        ui.run_this(
            "from core.decoding import filter_logits\\n\\nresult = filter_logits($logits, temperature=$t).top_p",
            core.decoding.filter_logits, shows=stages.top_p, logits=[2.0, 1.0], t=0.8,
        )
    """
    program = fill_in(template, values)
    st.session_state.setdefault(SNIPPETS_KEY, {})[name] = (program, shows)
    with st.expander("Run this yourself"):
        copyable(program, language="python")
        for function in functions:
            st.caption(f"The source of `{function.__module__}.{function.__qualname__}`")
            st.code(inspect.getsource(inspect.unwrap(function)), language="python")


def fill_in(template: str, values: dict[str, Any]) -> str:
    """Put Python literals in for `$name`.

    Example:
        >>> fill_in("result = $x + 1", {"x": 2})
        'result = 2 + 1'
    """
    return Template(template.strip()).substitute({name: repr(value) for name, value in values.items()})
