"""A formula, and the same line with the numbers in."""

from string import Template

import streamlit as st


def formula(general: str, with_numbers: str = "", **values: object) -> None:
    """Show a LaTeX formula and, below it, the same with the current values put in for `$name`.

    Example:
        ui.formula(r"P_i = \\frac{e^{z_i/T}}{\\sum_j e^{z_j/T}}", r"P_1 = \\frac{e^{$z/$t}}{$total} = $p", z=2.0, t=0.8, …)
    """
    st.latex(general)
    if with_numbers:
        st.latex(Template(with_numbers).substitute({name: str(value) for name, value in values.items()}))
