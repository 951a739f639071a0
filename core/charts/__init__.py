"""Charts: arrays in, a chart out, described in Altair's channels.

No torch here, and no colour that the theme does not know.

Colours come from the theme that Streamlit gives a chart (see .streamlit/config.toml), in light and in dark; text on a
coloured cell takes black or white by the cell's own lightness. Every colour scale has a fixed domain, so that a colour
means the same on every rerun. What a control moves (numbers, names, ends of axes, the chosen cell) is data and not
description, so that the browser moves the marks of the chart it has.
"""

from core.charts.areas import areas
from core.charts.bars import bars
from core.charts.bipartite import bipartite
from core.charts.blueprint import blueprint
from core.charts.column_blocks import column_blocks
from core.charts.curves import curves
from core.charts.domains import decades
from core.charts.heatmap import head_grid, heatmap
from core.charts.histogram import histogram
from core.charts.machine import Row, machine
from core.charts.marks import unique
from core.charts.mask_pair import mask_pair
from core.charts.matrix_image import matrix_image
from core.charts.network import network
from core.charts.plane import plane
from core.charts.plane_limit import plane_limit
from core.charts.power_curves import power_curves
from core.charts.quarters import quarters
from core.charts.standalone import Look, standalone
from core.charts.stream_diagram import Station, stream_diagram
from core.charts.tiles import tiles
from core.charts.tokens import MAX_TOKENS, tokens
from core.charts.tree import tree
from core.charts.waves import waves
from core.charts.word_map import word_map
from core.charts.word_plane import word_plane

__all__ = [
    "MAX_TOKENS",
    "Look",
    "Row",
    "Station",
    "areas",
    "bars",
    "bipartite",
    "blueprint",
    "column_blocks",
    "curves",
    "decades",
    "head_grid",
    "heatmap",
    "histogram",
    "machine",
    "mask_pair",
    "matrix_image",
    "network",
    "plane",
    "plane_limit",
    "power_curves",
    "quarters",
    "standalone",
    "stream_diagram",
    "tiles",
    "tokens",
    "tree",
    "unique",
    "waves",
    "word_map",
    "word_plane",
]
