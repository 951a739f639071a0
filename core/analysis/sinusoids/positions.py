"""What sinusoidal positions can do, and what attention is without them (section 3.5).

Letters: T length, D d_model; pair i is columns 2i and 2i + 1, with angular frequency ω_i = 10000^(−2i/D).
"""

import math
from dataclasses import dataclass

import torch

from core.transformer import attention, sinusoidal_positions
from core.transformer.checks import check_sizes


@dataclass(frozen=True)
class Shift:
    """PE(p + k) = R(k) PE(p), checked for all positions below `length`: `error` is the largest difference."""

    matrix: torch.Tensor  # [D, D], block-diagonal
    angles: list[float]  # k·ω_i per pair, radians
    error: float


@dataclass(frozen=True)
class EquivarianceCheck:
    """Attention on shuffled words against shuffled outputs of attention. `difference` is the largest absolute one."""

    order: list[int]
    outputs: torch.Tensor  # [T, D], of the words in their own order
    shuffled_outputs: torch.Tensor  # [T, D], of the shuffled words
    difference: float  # shuffled_outputs against outputs[order]

    @property
    def per_word(self) -> list[float]:
        """The largest absolute difference of each word of the new order."""
        return (self.shuffled_outputs - self.outputs[self.order]).abs().amax(-1).tolist()


def frequencies(d_model: int) -> list[float]:
    """ω of each pair, first to last; an odd d_model has a last pair without cosine."""
    check_sizes(d_model=d_model)
    return [10_000 ** (-2 * i / d_model) for i in range((d_model + 1) // 2)]


def wavelengths(d_model: int) -> list[float]:
    """2π / ω of each pair, in positions. The first is 2π; 10000·2π is only the limit that the last one approaches.

    Example:
        >>> ends = wavelengths(512)
        >>> round(ends[0], 6), round(ends[-1], 3)
        (6.283185, 60611.477)
    """
    return [2 * math.pi / w for w in frequencies(d_model)]


def shift_matrix(k: int, d_model: int) -> torch.Tensor:
    """R with PE(p + k) = R PE(p) for every p: each pair (sin, cos) is turned by k·ω_i.  -> [D, D], float64

    [sin(a + b)]   [ cos b  sin b] [sin a]
    [cos(a + b)] = [−sin b  cos b] [cos a]   with b = k·ω_i

    Raises ValueError for an odd d_model: a sine without its cosine cannot be turned.

    Example:
        >>> shift_matrix(0, 4).equal(torch.eye(4, dtype=torch.float64))
        True
    """
    if d_model % 2:
        raise ValueError(f"d_model={d_model} must be even: a sine without its cosine cannot be turned")
    return torch.block_diag(*(_turn(k * w) for w in frequencies(d_model)))


def shift(k: int, d_model: int, length: int = 512) -> Shift:
    """The rotation by k and how exactly it carries every PE(p) to PE(p + k), p = 0 … length − 1, all in float64."""
    check_sizes(length=length)
    check_sizes(least=0, k=k)
    matrix = shift_matrix(k, d_model)
    table = _positions64(length + k, d_model)
    error = (table[:length] @ matrix.T - table[k:]).abs().max()
    return Shift(matrix, [k * w for w in frequencies(d_model)], float(error))


def position_dot_products(d_model: int, offsets: int, starts=(0,)) -> torch.Tensor:
    """PE(p)·PE(p + k) for each start p and k = 0 … offsets − 1.  -> [starts, offsets], float64

    Σ_i cos(k·ω_i): all rows are equal, and the value at k = 0 is D / 2.
    """
    table = _positions64(max(starts) + offsets, d_model)
    return torch.stack([table[p : p + offsets] @ table[p] for p in starts])


def permutation_check(x, order: list[int], positions: bool) -> EquivarianceCheck:
    """Self-attention of the words x, and of the same words in another order, with or without PE added.

    x [T, D], a tensor or an array, and its rows serve as queries, keys and values. Without positions the outputs are
    the same vectors in the new order (difference 0 up to rounding, in float64); with them each word meets another
    position, and they are not.

    Raises ValueError when `order` is not a permutation of 0 … T − 1.
    """
    if sorted(order) != list(range(len(x))):
        raise ValueError(f"order={order} is not a permutation of 0 … {len(x) - 1}")
    x = torch.as_tensor(x).detach().double()
    added = _positions64(*x.shape) if positions else torch.zeros_like(x)
    outputs, shuffled = _self_attention(x + added), _self_attention(x[order] + added)
    return EquivarianceCheck(list(order), outputs, shuffled, float((shuffled - outputs[order]).abs().max()))


def _self_attention(x: torch.Tensor) -> torch.Tensor:
    return attention(x, x, x).out


def _positions64(length: int, d_model: int) -> torch.Tensor:
    return sinusoidal_positions(length, d_model, dtype=torch.float64)


def _turn(angle: float) -> torch.Tensor:
    sine, cosine = math.sin(angle), math.cos(angle)
    return torch.tensor([[cosine, sine], [-sine, cosine]], dtype=torch.float64)
