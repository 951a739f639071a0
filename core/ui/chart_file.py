"""A figure's chart as a file: what a tool that draws Vega-Lite needs, with the app's light colours in it."""

import json
from typing import Any

import streamlit as st


def as_vega_lite(chart: Any, alt: str) -> bytes:
    """The chart as JSON. In ASCII, so that whatever a reader wrote is read again as the same."""
    from core.charts import standalone

    return json.dumps(standalone(chart, _light(), alt_text=alt), allow_nan=False).encode("ascii")


def _light() -> Any:
    """The light theme, as `.streamlit/config.toml` has it."""
    from core.charts import Look

    theme = {
        name: st.get_option(f"theme.light.{name}")
        for name in ("backgroundColor", "textColor", "grayColor", "borderColor")
    }
    ranges = [st.get_option(f"theme.light.chart{kind}Colors") for kind in ("Categorical", "Sequential", "Diverging")]
    return Look(st.get_option("theme.font"), *theme.values(), *map(tuple, ranges))
