"""A chart as layers of Altair channels, put together without Altair's own layering.

`alt.layer`, `.encode` and `.mark_bar` copy the whole chart at every step and check it against the schema of Vega-Lite:
100 ms and more for a chart of four layers, on every move of a control. Here the channels are Altair's, the copies
shallow, each channel is written out once however many layers share it, and the schema is checked by the tests.
"""

from dataclasses import dataclass, field, replace
from typing import Any

import altair as alt
import pandas as pd
from altair.utils import schemapi

schemapi.disable_debug_mode()  # it checks each channel against the schema when it is made: a third of a chart's time


@dataclass(frozen=True)
class Chart:
    """A finished chart: its Vega-Lite description, with its tables under "datasets".

    wide  whether it has a width of its own, and scrolls in its box where that is too much; else it fills the page
    """

    spec: dict[str, Any]
    wide: bool


@dataclass(frozen=True)
class Layer:
    """One layer: a table, a mark, and channels. Every method gives a new layer; nothing is changed.

    Example:
        base = Layer(frame(name=["a"], value=[1.0])).encode(y=y("name", "nominal"))
        bars = base.mark("bar").encode(x=x("value", "quantitative"))
    """

    data: pd.DataFrame
    style: dict[str, Any] = field(default_factory=dict)
    channels: dict[str, Any] = field(default_factory=dict)
    transforms: tuple[dict[str, Any], ...] = ()
    params: tuple[dict[str, Any], ...] = ()

    def mark(self, kind: str, **style: Any) -> "Layer":
        return replace(self, style={"type": kind, **style})

    def encode(self, **channels: Any) -> "Layer":
        return replace(self, channels=self.channels | channels)

    def where(self, test: str) -> "Layer":
        """Keep the rows for which a Vega expression on `datum` holds."""
        return replace(self, transforms=(*self.transforms, {"filter": test}))

    def inked(self) -> "Layer":
        """Draw in the theme's text colour: it is the theme's first category, in light and in dark.

        Needs colour scales per layer: `chart(..., own_scales=True)`.
        """
        color = alt.Color(field="ink", type="nominal", scale=alt.Scale(domain=["ink"]), legend=None)
        calculated = {"calculate": "'ink'", "as": "ink"}
        return replace(self, transforms=(*self.transforms, calculated), channels=self.channels | {"color": color})

    def selectable(self, name: str, fields: list[str]) -> "Layer":
        """Let a click on a mark choose its row."""
        select = {"type": "point", "fields": fields, "toggle": False}
        return replace(self, params=(*self.params, {"name": name, "select": select}))

    def spec(self, table: str, written: dict[tuple[str, int], Any]) -> dict[str, Any]:
        """The layer as Vega-Lite, with its data under this name. `written` has the channels that came before."""
        for name, channel in self.channels.items():
            if (name, id(channel)) not in written:
                written[name, id(channel)] = alt.FacetedEncoding(**{name: channel}).to_dict(validate=False)[name]
        encoding = {name: written[name, id(channel)] for name, channel in self.channels.items()}
        spec = {"data": {"name": table}, "mark": self._style(), "encoding": encoding}
        if self.transforms:
            spec["transform"] = list(self.transforms)
        if self.params:
            spec["params"] = list(self.params)
        return spec

    def _style(self) -> dict[str, Any]:
        """The mark. One that may have no rows is not announced: Vega would announce an empty group without a name.

        Text is, having its words. So what some rows get besides (an outline, dashes) is a layer with `where`, and what
        all rows are is one without.
        """
        silent = self.style["type"] != "text" and (self.data.empty or any("filter" in step for step in self.transforms))
        return self.style | {"aria": False} if silent else self.style


def chart(
    layers: list[Layer], *, height: Any, width: Any = "container", own_scales: bool = False, **more: Any
) -> Chart:
    """Put layers on top of each other, the first at the bottom.

    width       "container", or pixels
    own_scales  whether each layer has its own colours, dashes and shapes; positions are always shared
    """
    specs, tables = _named(layers)
    spec = {"layer": specs, "height": height, "width": width, "datasets": tables, **more}
    if own_scales:
        spec["resolve"] = {"scale": {"color": "independent", "strokeDash": "independent", "shape": "independent"}}
    return Chart(spec, wide=width != "container")


def facets(layers: list[Layer], facet: alt.Facet, *, columns: int, size: dict[str, Any]) -> Chart:
    """The same layers once for each value of a field, side by side. All layers share one table."""
    specs, tables = _named(layers)
    inner = {"layer": [{key: value for key, value in spec.items() if key != "data"} for spec in specs], **size}
    spec = {"data": specs[0]["data"], "facet": facet.to_dict(validate=False), "columns": columns, "spec": inner}
    return Chart(spec | {"datasets": tables}, wide=True)


def _named(layers: list[Layer]) -> tuple[list[dict], dict[str, pd.DataFrame]]:
    """The layers as Vega-Lite, and each table once, under a name that is the same on every rerun."""
    names: dict[int, str] = {}
    tables: dict[str, pd.DataFrame] = {}
    for layer in layers:
        if id(layer.data) not in names:
            names[id(layer.data)] = f"table{len(names)}"
            tables[names[id(layer.data)]] = layer.data
    written: dict[tuple[str, int], Any] = {}
    return [layer.spec(names[id(layer.data)], written) for layer in layers], tables
