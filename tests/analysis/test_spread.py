"""The spread of a quantity over seeds."""

import statistics

import pytest
import torch

from core.analysis.spread import over_seeds
from tests.evidence import holds


@holds(
    "residuals",
    says="A line goes through the medians, a band holds the middle half.",
    against="quantiles of Python's standard library",
    within="1e-6",
)
@holds(
    "saturation",
    says="A band holds the middle half of twenty seeds",
    against="Python's own statistics.quantiles",
    within="1e-6",
)
@holds(
    "pre_norm",
    says="a line goes through the medians, a band holds the middle half",
    against="Python's own statistics.quantiles",
    within="1e-6",
)
def test_quarters_are_those_of_the_standard_library():
    values = torch.randn(20, 3, generator=torch.Generator().manual_seed(0), dtype=torch.float64)
    spread = over_seeds(values)
    for point, column in enumerate(values.T.tolist()):
        low, median, high = statistics.quantiles(column, n=4, method="inclusive")
        assert (spread.low[point], spread.median[point], spread.high[point]) == pytest.approx((low, median, high))
    assert spread.band == (spread.low, spread.high)
