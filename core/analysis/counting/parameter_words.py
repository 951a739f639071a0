"""The parameters of a model and of Table 3 of the paper, in words and as columns."""

from collections.abc import Mapping, Sequence
from math import ceil, floor
from typing import Any

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


def count_in_words(count: ParameterCount, parts: Mapping[str, int]) -> str:
    """All parameters, where most of them are, and what one layer of either kind has; parts: by their names."""
    encoder, decoder, most = count.encoder_layer, count.decoder_layer, max(parts, key=parts.get)
    return (
        f"{count.total:,} parameters in all, {count.stacks:,} of them in the two towers; most, {parts[most]:,}, are in "
        f"{most}. The paper prints 65 million. An encoder layer has {encoder.total:,}, a decoder layer "
        f"{decoder.total:,}, one feed-forward network {encoder.feed_forward:,}. Positions add {count.positions}."
    )


def table3_in_words(rows: Sequence[Table3Row]) -> str:
    """Of the rows that the paper prints a figure for, the one that differs most."""
    worst = max((row for row in rows if row.printed), key=lambda row: abs(row.difference))
    return (
        f"The upright lines are the printed figures. The largest difference is row {worst.name}, {worst.change}: "
        f"{worst.counted:,} counted, {worst.printed} million printed ({percent(worst.difference)})."
    )


TEXT_SAYS = 37_000  # tokens in the shared vocabulary, by the paper's text


def table3_bars(rows: Sequence[Table3Row]) -> dict[str, Any]:
    """The rows with a printed figure: their names; parameters, counted and printed; and the vocabulary, as it fits the
    printed figure best and as the text says it.
    """
    printed = [row for row in rows if row.printed]
    return {
        "names": [row_label(row) for row in printed],
        "parameters": ([row.counted for row in printed], [row.printed * 10**6 for row in printed]),
        "tokens": (vocabulary_table(rows)["fits best"], [TEXT_SAYS] * len(printed)),
    }


def vocabulary_table(rows: Sequence[Table3Row]) -> dict[str, list]:
    """For rows with a printed figure: the sizes of the shared table whose count rounds to it, and the one in between.

    Example:
        >>> from core.analysis.counting import table3
        >>> vocabulary_table(table3()[:1])
        {'row': ['base'], 'fits best': [40817], 'fewest': [39841], 'most': [41793]}
    """
    printed = [row for row in rows if row.printed]
    ends = [row.fitting_vocabulary for row in printed]
    return {
        "row": [row_label(row) for row in printed],
        "fits best": [round((low + high) / 2) for low, high in ends],
        "fewest": [ceil(low) for low, _ in ends],
        "most": [floor(high) for _, high in ends],
    }


def vocabulary_in_words(rows: Sequence[Table3Row]) -> str:
    """Which vocabulary fits all rows that a figure is printed for but the big model's, and which fits that one."""
    table = vocabulary_table(rows)
    big = table["row"].index("big")
    fewest, most = (table[name][:big] + table[name][big + 1 :] for name in ("fewest", "most"))
    return (
        f"A vocabulary of {max(fewest):,} to {min(most):,} gives all printed figures but that of the big model, which "
        f"needs {table['fewest'][big]:,} to {table['most'][big]:,}. No single one gives all of them: the table does "
        f"not agree with itself. The upright lines are at {TEXT_SAYS:,}."
    )
