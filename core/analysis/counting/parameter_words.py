"""The parameters of a model and of Table 3 of the paper, in words and as columns."""

from collections.abc import Sequence

from core.analysis.counting.paper_table import Table3Row
from core.analysis.counting.parameters import ParameterCount
from core.say import minus_signs, percent


def row_label(row: Table3Row) -> str:
    """A row by its letter and what it changes; the base and the big model by their names."""
    return f"{row.name}: {row.change}" if row.name in "ABCDE" else row.name


def table3_columns(rows: Sequence[Table3Row]) -> dict[str, list]:
    """The rows as columns of a table: counted, printed, and why they differ."""
    return {
        "row": [row.name for row in rows],
        "change": [row.change for row in rows],
        "counted": [row.counted for row in rows],
        "printed, millions": [row.printed for row in rows],
        "difference": [None if row.printed is None else minus_signs(percent(row.difference)) for row in rows],
        "why": [row.note for row in rows],
    }


def count_in_words(count: ParameterCount) -> str:
    """What one layer of either kind has, and one feed-forward network."""
    encoder, decoder = count.encoder_layer, count.decoder_layer
    return (
        f"An encoder layer has {encoder.total:,}, a decoder layer {decoder.total:,}, one "
        f"feed-forward network {encoder.feed_forward:,}. Positions add {count.positions}."
    )


def table3_in_words(rows: Sequence[Table3Row]) -> str:
    """Of the rows that the paper prints a figure for, the one that differs most."""
    worst = max((row for row in rows if row.printed), key=lambda row: abs(row.difference))
    return (
        f"The upright lines are the printed figures. The largest difference is row {worst.name}, {worst.change}: "
        f"{worst.counted:,} counted, {worst.printed} million printed ({percent(worst.difference)})."
    )
