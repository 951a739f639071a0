"""Curves over so many powers of ten that some of their values may leave what a computer can write."""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from core.charts.curves import curves
from core.charts.domains import decades
from core.charts.spec import Chart


def power_curves(
    x: Sequence[float],
    series: Mapping[str, Sequence[float]],
    low: float,
    high: float,
    *,
    bands: Mapping[str, tuple[Sequence[float], Sequence[float]]] | None = None,
    **options: Any,
) -> Chart:
    """`curves` on a logarithmic axis from `low` to `high`, and as far beyond as the values go.

    A value that is not above 0, or not finite, leaves a gap; a band ends at the axis. The axis writes its numbers
    plainly while they are short.

    Example:
        core.charts.power_curves([0, 1, 2], {"gradient": [1e-12, 1e-6, 1.0]}, 1e-2, 10, x_title="layer")
    """
    values = [value for line in series.values() for value in line]
    lines = {name: [value if 0 < value < math.inf else math.nan for value in line] for name, line in series.items()}
    domain, form = decades(values, low, high), _power_format(values)
    ends = {name: tuple([_within(v, domain) for v in end] for end in band) for name, band in (bands or {}).items()}
    return curves(x, lines, y_log=True, y_format=form, y_domain=domain, bands=ends, **options)


def _within(value: float, domain: tuple[float, float]) -> float:
    return min(max(value, domain[0]), domain[1])


def _power_format(values: Iterable[float]) -> str:
    """How the axis writes its numbers.

    Example:
        >>> _power_format([0.1, 100.0]), _power_format([1e-9, 1.0])
        ('~g', '~e')
    """
    return "~g" if all(1e-5 < value < 1e5 for value in values if 0 < value < math.inf) else "~e"
