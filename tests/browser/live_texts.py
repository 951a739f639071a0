"""Every kind of text that a control can change, under the script that lets it follow in a translated page."""

import streamlit as st

from core.ui.translation import follow_in_translation

st.markdown("Prose that *no* control changes.")


@st.fragment
def show() -> None:
    n = st.slider("Number", 1, 3, 1, key="n", bind="query-params")
    st.text(f"A reading of {n}.")
    st.markdown(f"Plain {n}.")
    st.markdown(f"Mixed with $x_i$: {n} of **{n}**, and {n} more.")
    st.markdown(["One piece.", "A **bold** piece and more.", "`code` and more **bold** and text"][n - 1])
    st.markdown("".join(f"\n- item {k} of {n}, *slanted* and on" for k in range(n)))
    st.caption(f"A caption with *some* emphasis, {n}.")
    st.latex(rf"x = \frac{{{n}}}{{2}}")
    st.metric("Metric", f"{n} bits")
    st.code(f"result = {n}", language=None)
    st.code(f"result = {n} + 1", language="python")
    st.table({"column": [f"{n} in a table"]})
    if n != 2:
        st.text(f"Only sometimes: {n}")
    with st.expander(f"Expander {n}", expanded=True):
        st.text(f"Inside {n}")
    st.button(f"Button {n}")
    st.text(f"The last of {n}.")


show()
follow_in_translation()
