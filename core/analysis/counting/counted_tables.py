"""What torch counted and what the clock measured, as columns of tables."""

from collections.abc import Sequence

from core.analysis.counting.counted import CountedFlops, MeasuredTime


def counted_table(counted: CountedFlops) -> dict[str, list]:
    """Every product that torch counted."""
    return {
        "line": [product.line for product in counted.products],
        "torch's operator": [product.operator for product in counted.products],
        "shapes": [" · ".join(" × ".join(map(str, shape)) for shape in p.shapes) for p in counted.products],
        "FLOPs": [product.flops for product in counted.products],
    }


def time_table(lengths: Sequence[int], times: Sequence[MeasuredTime]) -> dict[str, list]:
    """The time of a pass at each length."""
    return {
        "T": list(lengths),
        "FLOPs": [time.flops for time in times],
        "seconds (median)": [time.seconds for time in times],
        "FLOPs per second": [time.flops_per_second for time in times],
    }
