"""Where a token stands: the paper's sinusoids, or a learned table.

Letters: B batch, T length, D d_model.
"""

import torch
from torch import nn

from core.transformer.config import ModelConfig


def sinusoidal_positions(
    length: int, d_model: int, offset: int = 0, *, dtype: torch.dtype | None = None
) -> torch.Tensor:
    """PE(pos, 2i) = sin(pos / 10000^(2i/D)), PE(pos, 2i+1) = cos(the same); pos = offset … offset + length - 1.

    Section 3.5 of the paper, sine and cosine interleaved. An odd D has one cosine fewer than sines. Computed in
    float64, returned in `dtype` (None: the default one).  -> [T, D]

    Example:
        >>> [round(x, 4) for x in sinusoidal_positions(2, 4)[1].tolist()]
        [0.8415, 0.5403, 0.01, 0.9999]
    """
    if length < 0 or d_model < 1 or offset < 0:
        raise ValueError(f"length={length} and offset={offset} must be at least 0, d_model={d_model} at least 1")
    position = torch.arange(offset, offset + length, dtype=torch.float64)[:, None]  # [T, 1]
    angle = position / 10_000 ** (torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)  # [T, ceil(D/2)]
    table = torch.empty(length, d_model, dtype=torch.float64)
    table[:, 0::2] = angle.sin()
    table[:, 1::2] = angle[:, : d_model // 2].cos()
    return table.to(dtype or torch.get_default_dtype())


class Positions(nn.Module):
    """Rows `offset … offset + T - 1` of the sinusoids or of a learned table; refuses what lies past max_len."""

    def __init__(self, config: ModelConfig):
        super().__init__()
        self.max_len = config.max_len
        table = sinusoidal_positions(config.max_len, config.d_model)
        if config.positions == "learned":
            self.table = nn.Parameter(torch.empty_like(table).normal_(std=0.5))
        else:
            self.register_buffer("table", table, persistent=False)

    def forward(self, length: int, offset: int = 0) -> torch.Tensor:  # -> [T, D]
        if offset + length > self.max_len:
            raise ValueError(f"a sequence of {offset + length} tokens is over max_len={self.max_len}")
        return self.table[offset : offset + length]
