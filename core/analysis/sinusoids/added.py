"""What adding the positions does to the tokens of a sentence.

Letters: T length, D d_model.
"""

from dataclasses import dataclass

import torch

from core.say import number
from core.transformer import sinusoidal_positions


@dataclass(frozen=True)
class AddedPositions:
    """Embeddings x and x + PE, token by token: the lengths of x and of PE, and the angle between x and x + PE."""

    lengths: list[float]  # T
    position_lengths: list[float]  # T, all √(D/2) for an even D
    degrees: list[float]  # T

    def in_words(self, tokens: list[str]) -> str:
        """Which token the positions turn most and which least."""
        most, least = (self.degrees.index(pick(self.degrees)) for pick in (max, min))
        return (
            f"What is added has the same length for every token, {number(self.position_lengths[0])}; the tokens' own "
            f"vectors are {number(min(self.lengths))} to {number(max(self.lengths))} long. It turns “{tokens[most]}” "
            f"most, by {number(self.degrees[most], 0)}°, and “{tokens[least]}” least, by "
            f"{number(self.degrees[least], 0)}°."
        )


def added_positions(embedded: torch.Tensor) -> AddedPositions:
    """What sinusoidal positions do to embeddings [T, D].

    angle_t = arccos( x_t · (x_t + PE_t) / (‖x_t‖ ‖x_t + PE_t‖) )
    """
    x = embedded.double()
    positions = sinusoidal_positions(*x.shape).double()
    cosines = torch.cosine_similarity(x, x + positions, dim=-1).clamp(-1, 1)
    return AddedPositions(
        x.norm(dim=-1).tolist(), positions.norm(dim=-1).tolist(), torch.rad2deg(cosines.arccos()).tolist()
    )
