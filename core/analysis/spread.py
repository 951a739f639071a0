"""What seeds do to a quantity: its median over many draws, and the middle half of them."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch

SEEDS = 20  # draws from which a page tells what is typical


@dataclass(frozen=True)
class Spread:
    """One quantity at each of several points, over seeds. A list has one entry a point."""

    low: list[float]  # a quarter of the seeds gives less
    median: list[float]
    high: list[float]  # a quarter gives more

    @property
    def band(self) -> tuple[list[float], list[float]]:
        """The ends of the middle half."""
        return self.low, self.high


def over_seeds(values: Sequence[Sequence[float]] | torch.Tensor) -> Spread:
    """The spread of [seeds, points].

    Example:
        >>> over_seeds([[1.0], [2.0], [4.0]])
        Spread(low=[1.5], median=[2.0], high=[3.0])
    """
    rows = torch.as_tensor(values, dtype=torch.float64)
    quarters = rows.quantile(torch.tensor([0.25, 0.5, 0.75], dtype=torch.float64), dim=0)
    return Spread(*quarters.tolist())
