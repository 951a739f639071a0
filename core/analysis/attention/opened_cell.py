"""One attention weight, taken apart: from q_i and k_j to the number in the map.

Letters: K d_k, T keys.
"""

import math
from dataclasses import dataclass

import torch

from core.transformer import softmax
from core.transformer.device import float64


@dataclass(frozen=True)
class Cell:
    """One cell (i, j) of attention: q_i and k_j, their products, and what becomes of their sum; in float64.

    score = Σ products / scale, and weight = exp(score) / total, where total = Σ exp(score) over the allowed keys.
    """

    query: torch.Tensor  # [K]
    key: torch.Tensor  # [K]
    products: torch.Tensor  # [K]
    dot: float
    scale: float
    score: float
    allowed: bool
    total: float  # inf where it is too large to write down; the weight does not need it
    weight: float


def open_cell(query, keys, j: int, allowed=None, scale: float | None = None) -> Cell:
    """Compute one cell from a query [K], all keys [T, K] and the row of the mask [T] (True: may attend).

    scale  what the dot product is divided by, √K if not given. A fully masked row has weight 0 and total 0.

    Example:
        >>> cell = open_cell([2.0, 0.0], [[1.0, 0.0], [1.0, 0.0]], j=0, scale=1.0)
        >>> cell.dot, cell.weight
        (2.0, 0.5)
    """
    q, k = float64(query), float64(keys)
    mask = torch.ones(len(k), dtype=torch.bool) if allowed is None else torch.as_tensor(allowed, dtype=torch.bool)
    scale = math.sqrt(len(q)) if scale is None else float(scale)
    scores = k @ q / scale  # [T]
    seen = scores.masked_fill(~mask, -torch.inf)
    products, total, weights = q * k[j], float(seen.exp().sum()), softmax(seen)
    return Cell(
        q, k[j], products, float(products.sum()), scale, float(scores[j]), bool(mask[j]), total, float(weights[j])
    )
