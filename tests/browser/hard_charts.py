"""Every chart with hard names or with plain ones, in this order or turned around."""

import streamlit as st

from tests.charts.hard_names import HARD, NAMED, PLAIN


@st.fragment
def show() -> None:
    names = HARD if st.toggle("hard", key="hard", bind="query-params") else PLAIN
    names = names[::-1] if st.toggle("turned", key="turned", bind="query-params") else names
    for name, build in NAMED.items():
        chart = build(names)
        with st.container(key=f"box_{name}", horizontal=chart.wide, wrap=not chart.wide):
            st.vega_lite_chart(None, chart.spec, width="content" if chart.wide else "stretch", key=name, alt=name)


show()
