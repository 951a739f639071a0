"""Tensors of a run as the rows of a table, and in words."""

from collections.abc import Collection

import torch

from core.analysis.attention.shapes import TensorRow, largest_entry
from core.say import number, percent

_AXIS_WORDS = {
    "S": "source tokens",
    "T": "target tokens",
    "D": "width",
    "H": "heads",
    "K": "width of a head",
    "F": "hidden units",
    "V": "vocabulary",
}
_AXES = {"T": "token", "D": "component", "K": "component"}
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
        "that is": [" × ".join(_AXIS_WORDS.get(axis, axis) for axis in row.axes) for row in rows],
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


def matrix_titles(row: TensorRow) -> tuple[str, str]:
    """What the rows and the columns of a tensor's matrices stand for."""
    if row.name in ("S", "P"):
        return "query", "key"
    if row.axes == ("D", "D"):
        return "component of the input", "component of the output"
    down, across = (_AXES[axis] for axis in row.axes[-2:])
    return down, across


def matrix_in_words(row: TensorRow, matrix: torch.Tensor) -> str:
    """One matrix of a tensor: its size, and its largest entry."""
    i, j, value = largest_entry(matrix)
    size = f"{row.name} is {row.expression}; this matrix of it is {matrix.shape[0]} × {matrix.shape[1]}."
    if row.name == "P":
        return f"{size} Query {i} puts its {percent(value)} on key {j}: the largest weight. Each row sums to 1."
    hidden = int((~matrix.isfinite()).sum())
    crossed = f" The {hidden} crossed cells are −∞." if hidden else ""
    return f"{size} The entry farthest from 0 is {number(value)}, in row {i}, column {j}.{crossed}"


def scores_in_words(scores: TensorRow, x: TensorRow) -> str:
    """Whether the scores have more numbers than what goes into the layer."""
    more, length, d_k = scores.elements - x.elements, scores.shape[-1], x.shape[-1] // scores.shape[1]
    relation = "more than" if more > 0 else "fewer than" if more < 0 else "as many as"
    return (
        f"S has {scores.elements:,} numbers, {relation} the {x.elements:,} of X: T = {length}, dₖ = {d_k}. "
        "S is the larger one wherever T is above dₖ."
    )
