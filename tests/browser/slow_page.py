"""A page whose group answers a move only once a file is there, with a chart, and a clock that goes on by itself."""

import time
from pathlib import Path

import streamlit as st

from core import charts

gate = Path(st.query_params.get("gate", "."))


@st.fragment
def show() -> None:
    level = st.slider("Level", 0, 9, key="level")
    while level and not gate.exists():
        time.sleep(0.05)
    st.text(f"level {level}")
    st.vega_lite_chart(None, charts.bars(["a", "b"], [level, 1]).spec, key="bars")


@st.fragment(run_every=0.2)
def clock() -> None:
    st.text(f"{time.monotonic()}")


show()
clock()
