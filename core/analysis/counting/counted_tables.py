"""What torch counted and what the clock measured, as columns of tables and in words."""

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


def times_in_words(lengths: Sequence[int], times: Sequence[MeasuredTime]) -> str:
    """How long the longest pass takes, and how many operations a second it and the shortest make."""
    first, last = times[0], times[-1]
    return (
        f"At T = {lengths[-1]:,} a pass takes {1000 * last.seconds:,.1f} ms, "
        f"{last.flops_per_second / 1e9:,.1f} billion FLOPs a second; at T = {lengths[0]:,} it is "
        f"{first.flops_per_second / 1e9:,.1f} billion."
    )
