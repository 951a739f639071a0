"""The cell inspector: one attention weight, from q_i and k_j to the number in the map.

d_k length of a query and of a key; T number of keys
"""

import streamlit as st

import core
from core.say import minus_signs, number
from core.ui.formula import formula

_FEW = 8  # components shown before the rest is summed up


def inspect_cell(
    query, keys, i: int, j: int, *, allowed=None, scale: float | None = None, names: list[str] | None = None
) -> "core.analysis.attention.Cell":
    """Show the cell (i, j): the two vectors, their product, the scale, the score, the mask, and the weight.

    query  q_i, [d_k];  keys  all keys, [T, d_k];  allowed  row i of the mask, [T];  names  the tokens, for the caption

    Example:
        ui.inspect_cell(head.q[i], head.k, i, j, allowed=mask[i], names=tokens)
    """
    cell = core.analysis.attention.open_cell(query, keys, j, allowed, scale)
    with st.container(border=True):
        st.markdown(f"**Cell ({i}, {j})**")
        if names:
            st.text(f"How much “{names[i]}” (row {i}) takes from “{names[j]}” (column {j}).")
        st.dataframe(_components(cell), hide_index=True, height="content")
        formula(_dot_line(cell, i, j))
        formula(_weight_line(cell, i, j))
        if not cell.allowed:
            st.markdown("The mask hides this key from this query: its score becomes minus infinity, its weight zero.")
    return cell


def _components(cell: "core.analysis.attention.Cell") -> dict[str, list[str]]:
    """A row for q, k and q·k each, as text: their first components, and of the products the sum of the rest."""
    table, vectors = {"component": ["query", "key", "product"]}, (cell.query, cell.key, cell.products)
    for c, entries in enumerate(zip(*(values[:_FEW].tolist() for values in vectors), strict=True)):
        table[str(c)] = [_shown(x) for x in entries]
    if len(cell.query) > _FEW:
        table[f"{_FEW} to {len(cell.query) - 1}"] = ["…", "…", _shown(float(cell.products[_FEW:].sum()))]
    return table


def _shown(x: float) -> str:
    return minus_signs(number(x, 3))


def _dot_line(cell: "core.analysis.attention.Cell", i: int, j: int) -> str:
    dot, scale, score = number(cell.dot, 3), number(cell.scale, 3), number(cell.score, 3)
    if cell.scale == 1:
        return rf"s_{{{i},{j}}} = q_{{{i}}} \cdot k_{{{j}}} = {score}"
    return rf"s_{{{i},{j}}} = \frac{{q_{{{i}}} \cdot k_{{{j}}}}}{{\sqrt{{d_k}}}} = \frac{{{dot}}}{{{scale}}} = {score}"


def _weight_line(cell: "core.analysis.attention.Cell", i: int, j: int) -> str:
    if not cell.allowed:
        return rf"w_{{{i},{j}}} = 0"
    top, total = rf"e^{{{number(cell.score, 3)}}}", number(cell.total, 3)
    share = number(cell.weight, 4)
    general = rf"w_{{{i},{j}}} = \frac{{{top}}}{{\sum_{{j'}} e^{{s_{{{i},j'}}}}}}"
    return rf"{general} = \frac{{{top}}}{{{total}}} = {share}" if cell.total < 1e9 else f"{general} = {share}"
