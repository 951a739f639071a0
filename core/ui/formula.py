"""A formula, and the same line with the numbers in."""

from string import Template
from typing import Any

import streamlit as st

from core.notebooks import Formula
from core.ui.pieces import note_piece

_POST = r" \rule[-0.7em]{0em}{2.5em} "
_EDGE = r"\kern0.2em"


def formula(general: str, with_numbers: str = "", *, beside: bool = False, **values: object) -> None:
    """Show a LaTeX formula and, below it, the same with the current values put in for `$name`.

    beside  next to each other instead, where there is room for both

    Example:
        ui.formula(r"s = q \\cdot k / \\sqrt{d_k}", r"s = $dot / \\sqrt{$d} = $s", dot=6.0, d=4, s="3.00")
    """
    place, width = (_row(), "content") if beside else (st, "stretch")
    numbers = Template(with_numbers).substitute({name: str(value) for name, value in values.items()})
    lines = (general, numbers) if numbers else (general,)
    note_piece(Formula(lines))
    for line in lines:
        place.latex(_roomy(line), width=width)


def _row() -> Any:
    """A line that wraps: on a phone and on paper what stands beside each other stands below each other."""
    return st.container(horizontal=True, horizontal_alignment="center", vertical_alignment="center", gap="large")


def _roomy(tex: str) -> str:
    """The formula with room for itself.

    An invisible post in its first line: Streamlit's box cuts off the upper edge of a numerator. And a little room at
    its end, where KaTeX lets a last row stand out by two pixels, for which the box would scroll.
    """
    tex += _EDGE
    if r"\frac" not in tex.split(r"\\")[0]:
        return tex
    aligned = r"\begin{aligned}"
    return tex.replace(aligned, aligned + _POST, 1) if tex.startswith(aligned) else _POST + tex
