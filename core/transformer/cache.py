"""Keys and values of the tokens seen so far, so that a new token costs one row instead of all of them.

Letters: L layers, B batch, H heads, T tokens, K d_k, S source tokens.
"""

import torch

from core.transformer.config import ModelConfig


class LayerCache:
    """One layer's view: its slice of the buffers, and the position at which the next rows go in."""

    def __init__(self, keys: torch.Tensor, values: torch.Tensor, length: int):
        self.keys, self.values, self.length = keys, values, length

    def append(self, k: torch.Tensor, v: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Write rows length … length + T - 1; return all rows up to there.  [B, H, T, K] -> [B, H, length + T, K]

        Raises ValueError for rows of another shape (writing would spread or drop them in silence), and for too many.
        """
        end, rows = self.length + k.shape[-2], list(self.keys.shape)
        if [*k.shape[:-2], k.shape[-1]] != [*rows[:-2], rows[-1]] or end > rows[-2]:
            raise ValueError(f"{list(k.shape)} does not fit into {rows} after {self.length} tokens: [B, H, T, K]")
        self.keys[:, :, self.length : end] = k
        self.values[:, :, self.length : end] = v
        return self.keys[:, :, :end], self.values[:, :, :end]


class KVCache:
    """Preallocated self-attention keys and values of every decoder layer, and the encoder's for cross-attention.

    `length` counts the tokens held and is the one source of the next position. The buffers never grow: a token more
    than `max_len` is refused. The cross-attention pairs are computed once, at the first step, and kept in `cross`, with
    the `memory` that they were made from: another one is refused.

    Example:
        >>> cache = KVCache(ModelConfig(), batch=1, max_len=512)
        >>> cache.length, cache.nbytes  # 2 · 6 layers · 512 tokens · 512 wide · 4 bytes
        (0, 12582912)
    """

    def __init__(self, config: ModelConfig, batch: int, max_len: int | None = None, *, device=None, dtype=None):
        max_len = config.max_len if max_len is None else max_len
        if batch < 1 or not 1 <= max_len <= config.max_len:
            raise ValueError(f"batch={batch} must be at least 1, max_len={max_len} between 1 and {config.max_len}")
        shape = (config.n_layers, batch, config.n_heads, max_len, config.d_k)  # [L, B, H, T, K]
        self.keys = torch.zeros(shape, device=device, dtype=dtype)
        self.values = torch.zeros(shape, device=device, dtype=dtype)
        self.cross: list[tuple[torch.Tensor, torch.Tensor]] | None = None  # per layer, two of [B, H, S, K]
        self.memory: torch.Tensor | None = None  # [B, S, D], what `cross` was made from
        self.max_len = max_len
        self.length = 0

    @property
    def nbytes(self) -> int:
        """Bytes of the self-attention buffers, used or not."""
        return self.keys.nbytes + self.values.nbytes

    @property
    def cross_nbytes(self) -> int:
        """Bytes of the cross-attention pairs; 0 before the first step."""
        return sum(k.nbytes + v.nbytes for k, v in self.cross or [])

    def layer(self, index: int) -> LayerCache:
        """The view that decoder layer `index` writes to."""
        return LayerCache(self.keys[index], self.values[index], self.length)

    def check_room(self, batch: int, tokens: int) -> None:
        """Raise ValueError when `tokens` more rows, or this batch, do not fit."""
        if batch != self.keys.shape[1]:
            raise ValueError(f"a cache for a batch of {self.keys.shape[1]} cannot take a batch of {batch}")
        if self.length + tokens > self.max_len:
            raise ValueError(
                f"the cache holds {self.length} of {self.max_len} tokens: {tokens} more do not fit; "
                "start a new cache, or make it longer"
            )

    def check_memory(self, memory: torch.Tensor) -> None:
        """Raise ValueError unless this memory is the one that filled `cross`, or a copy; one row stands for several.

        The same tensor, as every loop passes it, is known without looking at its values.
        """
        known = self.memory
        if memory is known:
            return
        fits = known.shape[1:] == memory.shape[1:] and (len(known) == len(memory) or 1 in (len(known), len(memory)))
        if not fits or not torch.equal(*torch.broadcast_tensors(known, memory)):
            raise ValueError("the cache holds keys and values of another memory: start a new cache for a new source")

    def select(self, rows: torch.Tensor) -> None:
        """Keep copies of these batch rows, in this order: beam search continues from the hypotheses it chose."""
        self.keys, self.values = self.keys[:, rows], self.values[:, rows]
        if self.cross is not None:
            self.cross = [(k[rows], v[rows]) for k, v in self.cross]
            self.memory = self.memory if len(self.memory) == 1 else self.memory[rows]
