"""Tensors of a run as the rows of a table."""

from collections.abc import Collection

from core.analysis.attention.shapes import TensorRow

AXIS_LETTERS = {"B": "B", "T": "T", "D": "d", "H": "H", "K": "dₖ"}  # how the essays write the axes of one attention


def shape_in_words(row: TensorRow) -> str:
    """The axes of a tensor, and how long they are.

    Example:
        >>> import torch
        >>> shape_in_words(TensorRow("Q", "x W_Q", ("T", "K"), torch.zeros(3, 8), "queries"))
        'T × K = 3 × 8'
    """
    return f"{' × '.join(row.axes)} = {_times(row.shape)}"


def part_table(rows: Collection[TensorRow]) -> dict[str, list]:
    """The tensors of one part of the machine: how each is made, and its axes with their letters."""
    return {
        "tensor": [row.name for row in rows],
        "is": [row.expression for row in rows],
        "axes": [" × ".join(row.axes) for row in rows],
        "shape": [_times(row.shape) for row in rows],
        "what it is": [row.description for row in rows],
    }


def size_table(rows: Collection[TensorRow]) -> dict[str, list]:
    """The tensors of one attention: how each is made, and how large it is."""
    return {
        "tensor": [row.name for row in rows],
        "made as": [row.expression for row in rows],
        "axes": [", ".join(AXIS_LETTERS[axis] for axis in row.axes) for row in rows],
        "shape": [_times(row.shape) for row in rows],
        "numbers": [row.elements for row in rows],
        "bytes": [row.bytes for row in rows],
        "what it is": [row.description for row in rows],
    }


def _times(shape) -> str:
    return " × ".join(map(str, shape))
