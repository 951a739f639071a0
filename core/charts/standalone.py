"""A chart as a file of its own: Vega-Lite with its data and its colours in it, for any tool that draws Vega-Lite."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import altair as alt
import numpy as np
import pandas as pd

from core.charts.spec import Chart

WIDTH = 700  # pixels of a chart that fills the page in the app


@dataclass(frozen=True)
class Look:
    """What the app's theme gives a chart there: a font and colours."""

    font: str
    background: str
    text: str
    muted: str
    lines: str
    categories: tuple[str, ...]
    sequential: tuple[str, ...]
    diverging: tuple[str, ...]


def standalone(chart: Chart, look: Look, *, alt_text: str) -> dict[str, Any]:
    """The chart as JSON objects: a Vega-Lite specification that refers to nothing outside itself.

    Example:
        json.dumps(core.charts.standalone(core.charts.bars(["a"], [1.0]), look, alt_text="Bars."))
    """
    spec = chart.spec | {"datasets": {name: _rows(table) for name, table in chart.spec["datasets"].items()}}
    config = _config(look)
    if not chart.wide:
        spec["width"], config["autosize"] = WIDTH, {"type": "fit", "contains": "padding"}
    return {"$schema": alt.SCHEMA_URL, "description": alt_text} | spec | {"config": config | spec.get("config", {})}


def _rows(table: pd.DataFrame) -> list[Mapping[str, Any]]:
    """The table row by row. JSON has no number that is none, and none without end: both become null."""
    finite = table.replace([np.inf, -np.inf], np.nan)
    return finite.astype(object).where(finite.notna(), None).to_dict("records")


def _config(look: Look) -> dict[str, Any]:
    """What Streamlit gives every chart, in the colours of the page."""
    small = {"labelFontSize": 12, "labelFontWeight": "normal", "labelColor": look.muted}
    large = {"titleFontSize": 14, "titleFontWeight": "normal", "titleColor": look.muted}
    quiet = {"ticks": False, "domain": False, "gridColor": look.lines, "domainColor": look.lines}
    room = {"titlePadding": 16, "labelPadding": 16, "labelLimit": 100, "labelOverlap": True, "labelFlush": True}
    ranges = {"ramp": look.sequential, "heatmap": look.sequential, "diverging": look.diverging}
    return {
        "font": look.font,
        "background": look.background,
        "axis": small | large | quiet | room,
        "header": small | large,
        "legend": small | large | {"labelFontSize": 14},
        "title": {"color": look.text, "anchor": "start"},
        "range": {name: list(colours) for name, colours in ({"category": look.categories} | ranges).items()},
        "mark": {"color": look.categories[0], "tooltip": {"content": "encoding"}},
        "view": {"stroke": "transparent"},
        "axisDiscrete": {"grid": False},
        "axisXPoint": {"grid": False},
        "axisXBand": {"grid": False},
    }
