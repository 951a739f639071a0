"""What the matrices of an attention make of the encodings: scores of two positions with W_Q and W_K between them.

Letters: T length, D d_model.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

import torch

from core.analysis.sinusoids.positions import shift_matrix
from core.say import percent
from core.transformer import sinusoidal_positions

SEEDS = 20  # draws of random matrices


@dataclass(frozen=True)
class AfterMatrices:
    """The scores of one position against those around it, as they are and after a turn."""

    offsets: list[int]  # of the key from the query
    plain: list[float]  # PE(p) · PE(p + offset)
    turned: list[float]  # PE(p) · R_k PE(p + offset)

    @property
    def peaks(self) -> tuple[int, int]:
        """The offset of the largest score, plain and turned."""
        return tuple(self.offsets[scores.index(max(scores))] for scores in (self.plain, self.turned))

    def in_words(self, shares: Sequence[float]) -> str:
        """Where the scores have their peak, and what random matrices leave of the distance (`random_shares`)."""
        plain, turned = (f"{-peak} tokens back" if peak else "the token itself" for peak in self.peaks)
        return (
            f"The largest score is that of {plain}; after the turn, of {turned}. Both depend on the distance alone. "
            f"Under random W_Q and W_K the distance explains {percent(median(shares), 0)} of the variance of the "
            f"scores (median of {len(shares)} draws, {percent(min(shares), 0)} to {percent(max(shares), 0)})."
        )


def after_matrices(k: int, d_model: int) -> AfterMatrices:
    """Scores around a position in the middle, plain and with the keys turned by k.

    The score of p and q is PE(p) W_Q W_Kᵀ PE(q)ᵀ. With W_Kᵀ = R_k every key is turned by k, so that the one k tokens
    back comes to where the query is.

    Example:
        >>> after_matrices(3, 64).peaks
        (0, -3)
    """
    reach = max(32, k + 8)
    table = sinusoidal_positions(2 * reach + 1, d_model, dtype=torch.float64)
    middle = table[reach]
    offsets = list(range(-reach, reach + 1))
    return AfterMatrices(offsets, (table @ middle).tolist(), (table @ shift_matrix(k, d_model).T @ middle).tolist())


def random_shares(d_model: int, seeds: int = SEEDS) -> list[float]:
    """How much of the variance of the scores of 64 positions the distance explains, under random W_Q and W_K: one a
    seed. The matrices are normal."""
    return [random_share(d_model, 64, seed) for seed in range(seeds)]


def random_share(d_model: int, length: int, seed: int) -> float:
    """How much of the variance of the scores of `length` positions the distance explains, under random W_Q and W_K."""
    generator = torch.Generator().manual_seed(seed)
    q, k = (torch.randn(d_model, d_model, generator=generator, dtype=torch.float64) for _ in range(2))
    table = sinusoidal_positions(length, d_model, dtype=torch.float64)
    return explained_by_distance((table @ q) @ (table @ k).T)


def explained_by_distance(scores: torch.Tensor) -> float:
    """1 - (variance within equal distances q - p) / (variance of all scores).  [T, T] -> 0 … 1

    Example:
        >>> explained_by_distance(torch.tensor([[2.0, 1.0], [0.0, 2.0]]))
        1.0
    """
    lines = [scores.diagonal(offset) for offset in range(1 - len(scores), len(scores))]
    within = sum(float(((line - line.mean()) ** 2).sum()) for line in lines)
    return 1 - within / float(((scores - scores.mean()) ** 2).sum())
