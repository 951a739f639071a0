"""The Transformer, taken apart: the app's only entry. Run it with `streamlit run app.py`."""

import streamlit as st

from core.ui.navigation import run_app
from core.ui.resources import warm_up

st.set_page_config(layout="wide", initial_sidebar_state="auto")
warm_up()
run_app()
