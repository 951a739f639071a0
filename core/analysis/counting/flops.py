"""Floating-point operations of one layer, line by line, in closed form.

Letters: T queries, C keys, S memory length, D d_model, W width of all heads together, F d_ff. A multiply-add is 2
operations; only matrix products count (softmax, norms and additions are small beside them and left out, as torch's own
counter leaves them out).
"""

import math
from dataclasses import dataclass, fields

from core.transformer import ModelConfig
from core.transformer.checks import check_heads, check_sizes

MATRICES = {"relu": 2, "gelu": 2, "swiglu": 3}  # matrices of D × F in the feed-forward network


@dataclass(frozen=True)
class LayerFlops:
    """Operations of one layer. Layers add: `a + b`."""

    qkv: int  # queries, keys, values
    scores: int  # QKᵀ
    mix: int  # PV
    output: int  # W_O
    ffn: int

    @property
    def attention(self) -> int:
        """Scores and mixing: the part that grows with the square of the length."""
        return self.scores + self.mix

    @property
    def projections(self) -> int:
        """Q, K, V and O."""
        return self.qkv + self.output

    @property
    def linear(self) -> int:
        """All linear layers: Q, K, V, O and the feed-forward network."""
        return self.projections + self.ffn

    @property
    def total(self) -> int:
        return self.linear + self.attention

    @property
    def multiply_adds(self) -> int:
        return self.total // 2

    @property
    def linear_share(self) -> float:
        return self.linear / self.total

    @property
    def ffn_share(self) -> float:
        return self.ffn / self.total

    @property
    def attention_share(self) -> float:
        return self.attention / self.total

    def __add__(self, other: "LayerFlops") -> "LayerFlops":
        return LayerFlops(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(self)))


def layer_flops(
    length: int,
    d_model: int,
    d_ff: int | None = None,
    *,
    causal: bool = False,
    activation: str = "relu",
    context: int | None = None,
    n_heads: int = 1,
    kv_heads: int | None = None,
    head_size: int | None = None,
    memory_length: int | None = None,
    memory_cached: bool = False,
) -> LayerFlops:
    """Operations of one layer on `length` tokens.

    qkv 6TDW,  scores 2TCW,  mix 2TCW,  output 2TWD,  ffn 4TDF (SwiGLU 6TDF);  by default W = D and F = 4D: 24TD² + 4T²D
    in all

    causal         count only the pairs that the mask leaves: T(T+1)/2 of T² (most programs compute all and hide half)
    context        C, keys in all when earlier ones are cached (C ≥ T; default C = T). One token: 24D² + 4CD
    n_heads        splits D without changing the count; it matters with fewer `kv_heads` (K and V shrink to kv/h)
    head_size      d_k, when it is not D/h: W = h · d_k
    memory_length  a decoder layer: adds `cross_attention_flops` over S memory positions to the same lines

    Raises ValueError for sizes below 1, a context shorter than the length, or an unknown activation.

    Example:
        >>> layer_flops(512, 512).total
        3758096384
    """
    d_ff = 4 * d_model if d_ff is None else d_ff
    keys = length if context is None else context
    kv_heads = n_heads if kv_heads is None else kv_heads
    check_sizes(length=length, d_ff=d_ff, context=keys)
    check_heads(d_model, n_heads, kv_heads, head_size)
    if keys < length:
        raise ValueError(f"context={keys} must be at least length={length}: it counts the new tokens too")
    pairs = length * keys - (length * (length - 1) // 2 if causal else 0)
    width = n_heads * head_size if head_size else d_model
    own = LayerFlops(
        qkv=2 * length * d_model * (width + 2 * width * kv_heads // n_heads),
        scores=2 * pairs * width,
        mix=2 * pairs * width,
        output=2 * length * width * d_model,
        ffn=2 * _matrices(activation) * length * d_model * d_ff,
    )
    if memory_length is None:
        return own
    return own + cross_attention_flops(length, memory_length, d_model, width=width, cached=memory_cached)


def cross_attention_flops(
    length: int, memory_length: int, d_model: int, *, width: int | None = None, cached: bool = False
) -> LayerFlops:
    """Operations of one cross-attention: 4TDW (Q, O) + 4SDW (K, V; 0 when cached) + 4TSW.

    width  W, when it is not D: the heads have a size of their own
    """
    width = d_model if width is None else width
    check_sizes(length=length, memory_length=memory_length, d_model=d_model, width=width)
    pairs = length * memory_length
    memory = 0 if cached else 4 * memory_length * d_model * width
    return LayerFlops(
        qkv=2 * length * d_model * width + memory,
        scores=2 * pairs * width,
        mix=2 * pairs * width,
        output=2 * length * width * d_model,
        ffn=0,
    )


def config_flops(config: ModelConfig, length: int, **options) -> LayerFlops:
    """`layer_flops` of a layer of this model: its widths, heads and activation; the options are the other ones.

    Example:
        >>> config_flops(ModelConfig(d_model=64, n_heads=4, head_size=8, d_ff=256), 64).total
        5767168
    """
    sizes = {"n_heads": config.n_heads, "head_size": config.d_k, "activation": config.activation}
    return layer_flops(length, config.d_model, config.d_ff, **sizes, **options)


@dataclass(frozen=True)
class Crossover:
    """Where two costs of a layer are equal. `length` may be fractional; below 1 the growing cost always leads."""

    name: str
    formula: str
    length: float

    @property
    def first_above(self) -> int:
        """The shortest sequence at which the growing cost is strictly larger."""
        return max(1, math.floor(self.length) + 1)


def scores_exceed_linear(d_model: int, d_ff: int | None = None, *, activation="relu", causal=False) -> Crossover:
    """Scores and mixing against *all* linear layers: T = 2D + mF/2, m matrices; 6D for F = 4D.

    Example:
        >>> scores_exceed_linear(4096).length
        24576.0
    """
    d, half_ffn = _crossover_terms(d_model, d_ff, activation)
    formula = "T = 2·d_model + m·d_ff / 2"
    return Crossover("scores and mixing exceed all linear layers", formula, _queries(2 * d + half_ffn, causal))


def scores_exceed_ffn(d_model: int, d_ff: int | None = None, *, activation="relu", causal=False) -> Crossover:
    """Scores and mixing against the feed-forward network alone: T = mF/2; 4D for F = 4D."""
    _, half_ffn = _crossover_terms(d_model, d_ff, activation)
    return Crossover("scores and mixing exceed the FFN", "T = m·d_ff / 2", _queries(half_ffn, causal))


def attention_exceeds_ffn(d_model: int, d_ff: int | None = None, *, activation="relu", causal=False) -> Crossover:
    """The whole attention sub-layer (projections too) against the FFN: T = mF/2 − 2D; 2D for F = 4D."""
    d, half_ffn = _crossover_terms(d_model, d_ff, activation)
    formula = "T = m·d_ff / 2 − 2·d_model"
    return Crossover("the attention sub-layer exceeds the FFN", formula, _queries(half_ffn - 2 * d, causal))


def crossovers(d_model: int, d_ff: int | None = None, *, activation="relu", causal=False) -> tuple[Crossover, ...]:
    """The three crossovers, shortest length first: 2D, 4D, 6D for F = 4D."""
    options = {"activation": activation, "causal": causal}
    functions = (attention_exceeds_ffn, scores_exceed_ffn, scores_exceed_linear)
    return tuple(function(d_model, d_ff, **options) for function in functions)


def _crossover_terms(d_model: int, d_ff: int | None, activation: str) -> tuple[int, float]:
    d_ff = 4 * d_model if d_ff is None else d_ff
    check_sizes(d_model=d_model, d_ff=d_ff)
    return d_model, _matrices(activation) * d_ff / 2


def _queries(pairs_per_query: float, causal: bool) -> float:
    """The length whose queries see this many keys on average: T, or (T + 1) / 2 under a causal mask."""
    return 2.0 * pairs_per_query - 1 if causal else float(pairs_per_query)


def _matrices(activation: str) -> int:
    if activation not in MATRICES:
        raise ValueError(f"activation={activation!r} is unknown; allowed: {', '.join(MATRICES)}")
    return MATRICES[activation]
