"""Masks that can be painted: a rule for all cells, and single cells changed from it.

Letters: T length, i query, j key. True = may attend.
"""

import re
from dataclasses import dataclass
from typing import Literal, get_args

import torch

from core.training import rule_mask
from core.transformer import attention
from core.transformer.checks import check_sizes

Scores = Literal["random", "equal", "counting"]
_CELL = re.compile(r"([0-9]{1,2})-([0-9]{1,2})")


@dataclass(frozen=True)
class MaskedSoftmax:
    """One masked softmax. `additive` is M: 0 where a key may be seen, -inf where not.

    `blind` names the queries that see nothing (their weights are 0); `ahead` the cells (i, j > i) that show the future.
    """

    visible: torch.Tensor  # [T, T] bool
    additive: torch.Tensor  # [T, T]
    raw: torch.Tensor  # [T, T] S
    totals: torch.Tensor  # [T] Σ_j exp(S_ij + M_ij), what row i is divided by
    weights: torch.Tensor  # [T, T] P
    out: torch.Tensor  # [T, T] P V with V the identity: what each query takes from each token
    blind: tuple[int, ...]
    ahead: tuple[tuple[int, int], ...]


def painted_mask(rule: str, length: int, cells: list[tuple[int, int]]) -> torch.Tensor:
    """The mask of a rule with these cells turned over; cells beyond the length are left alone.  -> bool [T, T]"""
    mask = rule_mask(rule, length)
    for i, j in cells:
        if i < length and j < length:
            mask[i, j] = ~mask[i, j]
    return mask


def read_cells(text: str, most: int = 12) -> tuple[list[tuple[int, int]], list[str]]:
    """Cells written as "2-3 0-0" (row-column), each once, and the words that are none.

    Example:
        >>> read_cells("2-3 x 0-0 2-3 50-1")
        ([(0, 0), (2, 3)], ['x', '50-1'])
    """
    cells, strange = set(), []
    for word in text.split():
        match = _CELL.fullmatch(word)
        i, j = map(int, match.groups()) if match else (most, most)
        if i < most and j < most:
            cells.add((i, j))
        else:
            strange.append(word)
    return sorted(cells), strange


def turn_over(text: str, cells: list[tuple[int, int]]) -> str:
    """The text with these cells added, or taken out where they were in it; anything else in it is dropped.

    Example:
        >>> turn_over("2-3 0-0", [(0, 0), (1, 2)])
        '1-2 2-3'
    """
    kept = set(read_cells(text)[0]) ^ set(cells)
    return " ".join(f"{i}-{j}" for i, j in sorted(kept))


def example_scores(kind: str, length: int, seed: int = 0) -> torch.Tensor:
    """Scores to put under a mask.  -> [T, T]

    random    normal, of standard deviation 1
    equal     all 0: every key that may be seen gets the same
    counting  1, 2, 3, … row by row
    """
    check_sizes(length=length)
    if kind == "random":
        return torch.randn(length, length, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)
    if kind == "equal":
        return torch.zeros(length, length, dtype=torch.float64)
    if kind == "counting":
        return torch.arange(1, length**2 + 1, dtype=torch.float64).view(length, length)
    raise ValueError(f"kind={kind!r} is unknown; allowed: {', '.join(get_args(Scores))}")


def masked_softmax(scores: torch.Tensor, visible: torch.Tensor) -> MaskedSoftmax:
    """softmax(S + M) by the machine's own attention.  scores [T, T], visible bool [T, T]

    With d_k = T, queries √T · S and the identity as keys, q_i · k_j / √d_k is exactly the score.
    """
    length = len(scores)
    eye = torch.eye(length, dtype=scores.dtype)
    head = attention(scores * length**0.5, eye, eye, visible)
    additive = torch.zeros_like(scores).masked_fill(~visible, -torch.inf)
    blind = tuple(i for i in range(length) if not visible[i].any())
    ahead = tuple((i, j) for i, j in visible.triu(1).nonzero().tolist())
    totals = (scores + additive).exp().sum(-1)
    return MaskedSoftmax(visible, additive, scores, totals, head.weights, head.out, blind, ahead)
