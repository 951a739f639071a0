"""Every chart in its first state, and after a click in its second."""

import streamlit as st

from tests.charts.states import STATES


@st.fragment
def show() -> None:
    later = st.toggle("later", key="later", bind="query-params")
    for name, states in STATES.items():
        chart = states[later]()
        key = name.replace(" ", "_")
        with st.container(key=f"box_{key}", horizontal=chart.wide, wrap=not chart.wide):
            st.vega_lite_chart(None, chart.spec, width="content" if chart.wide else "stretch", key=key, alt=name)


show()
