"""How far the shares of n draws are from the probabilities they are drawn from.

V number of things to choose from.
"""

from collections.abc import Iterable, Sequence

import torch

from core.decoding.sampling import draw
from core.transformer.device import float64


def draw_errors(probabilities, ns: Sequence[int], seeds: Iterable[int]) -> list[list[float]]:
    """‖share − p‖ after each of `ns` draws, seed by seed. [V] -> [seeds, ns]

    For one seed the draws go on: the first of many are those of few, and those of `draw_counts`.

    Example:
        >>> draw_errors([0.0, 1.0], [10, 100], seeds=[0])
        [[0.0, 0.0]]
    """
    p = float64(probabilities)
    return [[_error(p, drawn[:n]) for n in ns] for drawn in (_draws(p, max(ns), seed) for seed in seeds)]


def expected_error(probabilities, ns: Iterable[int]) -> list[float]:
    """√((1 − Σ p²) / n), the root of the mean of ‖share − p‖²: for each candidate it is p (1 − p) / n.

    Example:
        >>> expected_error([0.5, 0.5], [50])
        [0.1]
    """
    p = float64(probabilities)
    return [float(((1 - p.square().sum()).clamp(min=0) / n).sqrt()) for n in ns]


def _draws(p: torch.Tensor, n: int, seed: int) -> torch.Tensor:
    return draw(p, n, torch.Generator().manual_seed(seed))


def _error(p: torch.Tensor, drawn: torch.Tensor) -> float:
    return float((torch.bincount(drawn, minlength=len(p)) / len(drawn) - p).norm())
