"""Ends of axes that hold what is drawn and do not move without need.

Ends that a control moves are data, not a `domain` in the chart's description: Streamlit keeps a chart whose description
stands still and moves its marks, and builds it anew where the description changes.
"""

import math
from typing import Any

from core.charts.marks import frame
from core.charts.spec import Layer


def reach(low: float, high: float, **channel: Any) -> Layer:
    """Two marks that nobody sees, so that an axis without a domain of its own goes from `low` to `high` at least.

    Example:
        reach(0.0, 12.0, x=x("end", "quantitative", "layer", scale=alt.Scale(zero=False, nice=False)))
    """
    return Layer(frame(end=[float(low), float(high)])).mark("point", opacity=0, size=0, aria=False).encode(**channel)


def decades(values, low: float, high: float) -> tuple[float, float]:
    """The ends of a logarithmic axis: `low` to `high`, and as many powers of ten further as the values need.

    Values that are not above 0, or not finite, do not count.

    Example:
        >>> decades([2e-5, 3.0], 1e-2, 10.0)
        (1e-05, 10.0)
    """
    shown = [float(v) for v in values if 0 < v < math.inf]
    least, most = min([low, *shown]), max([high, *shown])
    return float(f"1e{math.floor(math.log10(least) + 1e-9)}"), float(f"1e{math.ceil(math.log10(most) - 1e-9)}")
