"""A large signed matrix as a picture: too many cells to draw one by one.

Positive cells are terracotta, negative ones blue-green, and the nearer to zero, the more the page shows through; so the
picture fits the light and the dark background alike.
"""

import base64
import struct
import zlib

import altair as alt
import numpy as np

from core.charts.marks import ACCENT, frame, x, y
from core.charts.spec import Chart, Layer, chart

_NEGATIVE = "#2F8A90"


def matrix_image(values, *, x_title: str, y_title: str, limit: float = 1.0, height: int = 340) -> Chart:
    """A matrix [rows, columns] of values from -limit to limit; row 0 on top.

    Example:
        core.charts.matrix_image(table, x_title="dimension", y_title="position")
    """
    values = np.asarray(values, dtype=float)
    rows, columns = values.shape
    data = frame(url=[data_url(values / limit)], left=[0], right=[columns], top=[0], bottom=[rows])
    along = {"scale": alt.Scale(domain=[0, columns], nice=False), "axis": alt.Axis(tickCount=8, grid=False)}
    down = {"scale": alt.Scale(domain=[0, rows], reverse=True, nice=False), "axis": alt.Axis(tickCount=6, grid=False)}
    image = Layer(data).mark("image", aspect=False)
    placed = image.encode(
        url=alt.Url(field="url", type="nominal"),
        x=x("left", "quantitative", x_title, **along),
        x2=alt.X2(field="right"),
        y=y("top", "quantitative", y_title, **down),
        y2=alt.Y2(field="bottom"),
    )
    return chart([placed], height=height)


def data_url(values: np.ndarray) -> str:
    """A matrix of values in [-1, 1] as a PNG in a `data:` address: 255 shades, one byte a cell."""
    shades = np.rint(127 * np.clip(values, -1, 1)).astype(np.int16)  # -127 … 127
    indices = (shades + 127).astype(np.uint8)
    colours = np.array([_rgb(_NEGATIVE)] * 127 + [_rgb(ACCENT)] * 128, dtype=np.uint8)
    opacities = np.rint(np.abs(np.arange(-127, 128)) * 255 / 127).astype(np.uint8)
    return "data:image/png;base64," + base64.b64encode(_png(indices, colours, opacities)).decode()


def _rgb(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(colour.removeprefix("#")))


def _png(indices: np.ndarray, colours: np.ndarray, opacities: np.ndarray) -> bytes:
    """A PNG with a palette (ISO/IEC 15948): indices [rows, columns], colours [n, 3], opacities [n]."""
    rows, columns = indices.shape
    lines = np.hstack([np.zeros((rows, 1), np.uint8), indices])  # every line starts with its filter: none
    parts = [
        (b"IHDR", struct.pack(">IIBBBBB", columns, rows, 8, 3, 0, 0, 0)),
        (b"PLTE", colours.tobytes()),
        (b"tRNS", opacities.tobytes()),
        (b"IDAT", zlib.compress(lines.tobytes(), 9)),
        (b"IEND", b""),
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(_part(name, content) for name, content in parts)


def _part(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))
