"""The tensors of one attention layer, as they were in a run that really happened.

Letters: B batch, T length, D d_model, H heads, K d_k.
"""

from dataclasses import dataclass

import torch

from core.analysis.fresh import fresh_stack
from core.transformer import ModelConfig, MultiHeadAttention, causal_mask
from core.transformer.checks import check_heads, check_sizes
from core.transformer.multi_head_attention import AttentionRun


@dataclass(frozen=True)
class TensorRow:
    """One tensor: `axes` names the dimensions of `values` in letters."""

    name: str
    expression: str
    axes: tuple[str, ...]
    values: torch.Tensor
    description: str

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(self.values.shape)

    @property
    def elements(self) -> int:
        return self.values.numel()

    @property
    def bytes(self) -> int:
        return self.values.nbytes

    def matrix(self, item: int = 0, head: int = 0) -> torch.Tensor:
        """The last two axes: of one sequence of the batch and of one head, where the tensor has those axes."""
        at = {"B": item, "H": head}
        return self.values[tuple(at[axis] for axis in self.axes[:-2])]


def attention_tensors(
    length: int, d_model: int, n_heads: int, *, batch: int = 1, causal: bool = False, seed: int = 0
) -> list[TensorRow]:
    """Run `MultiHeadAttention` on normal input and keep every tensor on the way, from X to Y, in float32.

    Raises ValueError when a size is below 1 or n_heads does not divide d_model.

    Example:
        >>> [row.shape for row in attention_tensors(5, 8, 2) if row.name in ("X", "Q", "S", "Y")]
        [(1, 5, 8), (1, 2, 5, 4), (1, 2, 5, 5), (1, 5, 8)]
    """
    check_sizes(length=length, batch=batch)
    check_heads(d_model, n_heads, n_heads)
    generator = torch.Generator().manual_seed(seed)
    layer = fresh_stack(ModelConfig(d_model=d_model, n_heads=n_heads), 1, generator).layers[0].self_attn
    x = torch.randn(batch, length, d_model, generator=generator)
    with torch.no_grad():
        run = layer.run(x, mask=causal_mask(length) if causal else None)
    return [TensorRow(*row) for row in _rows(layer, x, run)]


def head_columns(d_model: int, n_heads: int) -> list[range]:
    """Which columns of Q, K, V and of the concatenation belong to each head: contiguous blocks of d_k.

    Example:
        >>> head_columns(8, 2)
        [range(0, 4), range(4, 8)]
    """
    check_heads(d_model, n_heads, n_heads)
    d_k = d_model // n_heads
    return [range(h * d_k, (h + 1) * d_k) for h in range(n_heads)]


def merge_heads(values: torch.Tensor) -> torch.Tensor:
    """The heads' columns side by side, as before the split.  [B, H, T, K] -> [B, T, H·K]"""
    return values.transpose(1, 2).flatten(-2)


def largest_entry(matrix: torch.Tensor) -> tuple[int, int, float]:
    """Row, column and value of the finite entry farthest from 0 (of equals, the first).

    Example:
        >>> largest_entry(torch.tensor([[1.0, -3.0], [2.0, -torch.inf]]))
        (0, 1, -3.0)
    """
    sizes = matrix.abs().masked_fill(~matrix.isfinite(), -1)
    row, column = divmod(int(sizes.argmax()), matrix.shape[1])
    return row, column, float(matrix[row, column])


def _rows(layer: MultiHeadAttention, x: torch.Tensor, run: AttentionRun):
    matrix, heads, pairs = ("D", "D"), ("B", "H", "T", "K"), ("B", "H", "T", "T")
    yield "X", "input", ("B", "T", "D"), x, "one vector of width d_model per token"
    for name, projection in (("W_Q", layer.q_proj), ("W_K", layer.k_proj), ("W_V", layer.v_proj)):
        yield name, "learned", matrix, _as_right_factor(projection), f"makes {name[-1]} of X, all heads side by side"
    yield "Q", "X W_Q, split", heads, run.q, "what each token looks for, per head"
    yield "K", "X W_K, split", heads, run.k, "what each token offers to be found by, per head"
    yield "V", "X W_V, split", heads, run.v, "what each token hands over when it is found, per head"
    yield "S", "Q Kᵀ / √d_k + M", pairs, run.scores, "scores: rows are queries, columns are keys"
    yield "P", "softmax(S)", pairs, run.weights, "weights: each row sums to 1"
    yield "O", "P V", heads, run.z, "values mixed by the weights, per head"
    yield "concat", "[O_1, …, O_H]", ("B", "T", "D"), merge_heads(run.z), "the heads side by side again"
    yield "W_O", "learned", matrix, _as_right_factor(layer.out_proj), "mixes the heads"
    yield "Y", "concat W_O", ("B", "T", "D"), run.out, "the output of the layer"


def _as_right_factor(linear: torch.nn.Linear) -> torch.Tensor:
    """The matrix W of x W; torch keeps its transpose."""
    return linear.weight.detach().T
