"""The smallest Streamlit page with one slider and one chart: what the app's speed in a browser is measured against."""

import altair as alt
import pandas as pd
import streamlit as st

st.title("Smallest")
power = st.slider("Power", 1, 9, 2, key="power", bind="query-params")
data = pd.DataFrame({"x": range(20), "y": [(x / 19) ** power for x in range(20)]})
chart = alt.Chart(data).mark_line().encode(x=alt.X("x:Q"), y=alt.Y("y:Q"))
st.altair_chart(chart, key="chart")
