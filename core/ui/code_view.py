"""Run this yourself: a short Python program that gives what the page shows, at the settings as they stand."""

import inspect
from collections.abc import Callable
from typing import Any

import streamlit as st

from core.notebooks import Code
from core.programs import Program
from core.ui.caption import caption
from core.ui.copying import copyable
from core.ui.drawers import drawers
from core.ui.pieces import note_piece


def program(of: Program, *, shows: Any, **values: Any) -> dict[str, Callable[[], None]]:
    """A program at these values, as what a figure has more: the toggle behind which it is shown, with the source of the
    functions that belong to it.

    shows   what the page shows: a number, or an array of the shape of the program's `result`
    values  what stands for each `$name` in the program

    Example:
        rules = ui.program(core.programs.sampling.RULES, shows=stages.top_p, logits=[2.0, 1.0], t=0.8, k=0, p=1.0)
        ui.figure(..., more=rules)
    """
    text = of.at(**values)
    note_piece(Code(of.name, text, shows))
    return {"Run this yourself": lambda: _show(text, of.functions())}


def run_this(of: Program, *, shows: Any, **values: Any) -> None:
    """The same where there is no figure that it belongs to."""
    drawers(program(of, shows=shows, **values), key=f"program_{of.name}")


def _show(text: str, functions: list[Callable]) -> None:
    copyable(text, language="python")
    for function in functions:
        caption(f"The source of `{function.__module__}.{function.__qualname__}`")
        st.code(inspect.getsource(inspect.unwrap(function)), language="python")
