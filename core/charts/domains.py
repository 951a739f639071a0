"""Ends of axes that hold what is drawn and do not move without need."""

import math


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
