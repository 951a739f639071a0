"""What a model is made of: one frozen, validated description, and the paper's two sizes."""

from dataclasses import dataclass
from math import isqrt
from typing import Literal, get_args

from core.transformer.checks import check_sizes

NormPlace = Literal["post", "pre"]
Norm = Literal["layer", "rms"]
Activation = Literal["relu", "gelu", "swiglu"]
Positions = Literal["sinusoidal", "learned"]

_CHOICES = {"norm_place": NormPlace, "norm": Norm, "activation": Activation, "positions": Positions}
LISTED = 2**32  # widths up to here have their divisors looked for: 65,536 divisions
_SIZES = ("d_model", "n_heads", "d_ff", "n_layers", "vocab_size", "max_len")


@dataclass(frozen=True)
class ModelConfig:
    """Sizes and choices of one Transformer. The defaults are the paper's base model (Vaswani et al. 2017, Table 3).

    d_model         width of the residual stream
    n_heads         heads per attention; d_k = d_model / n_heads unless `head_size` says otherwise (Table 3, rows B)
    d_ff            hidden width of the feed-forward network
    n_layers        layers in each stack
    vocab_size      V; source and target share one vocabulary, as in the paper
    max_len         longest sequence, in tokens
    norm_place      "post": LayerNorm(x + f(x)), the paper; "pre": x + f(LayerNorm(x)), one more norm on top
    tie_embeddings  one V × d_model table for source, target and output; otherwise three
    attention_bias  biases in the four attention projections (the paper's text has none)
    dropout         on embeddings and sub-layer outputs, in training only (section 5.4)
    norm_eps        ε inside the root of the norms
    pad_id          None: no id is padding; otherwise positions with this id are hidden from every query
    bos_id, eos_id  the id that starts a target; the id that ends one (None: nothing does)

    Raises ValueError, naming the value and what is allowed.
    """

    d_model: int = 512
    n_heads: int = 8
    d_ff: int = 2048
    n_layers: int = 6
    vocab_size: int = 37_000
    max_len: int = 512
    norm_place: NormPlace = "post"
    norm: Norm = "layer"
    activation: Activation = "relu"
    positions: Positions = "sinusoidal"
    tie_embeddings: bool = True
    attention_bias: bool = False
    dropout: float = 0.1
    head_size: int | None = None
    norm_eps: float = 1e-5
    pad_id: int | None = None
    bos_id: int = 0
    eos_id: int | None = None

    def __post_init__(self):
        check_sizes(**{name: getattr(self, name) for name in _SIZES})
        for name, choices in _CHOICES.items():
            _check_choice(name, getattr(self, name), get_args(choices))
        if self.head_size is not None:
            check_sizes(head_size=self.head_size)
        elif self.d_model % self.n_heads:
            raise ValueError(
                f"n_heads={self.n_heads} does not divide d_model={self.d_model}; allowed: {_heads(self.d_model)}"
            )
        if not 0 <= self.dropout < 1:
            raise ValueError(f"dropout={self.dropout} must be at least 0 and below 1")
        if not self.norm_eps > 0:
            raise ValueError(f"norm_eps={self.norm_eps} must be above 0")
        for name in ("pad_id", "bos_id", "eos_id"):
            _check_id(name, getattr(self, name), self.vocab_size)

    @property
    def d_k(self) -> int:
        """Size of one head's queries, keys and values."""
        return self.head_size or self.d_model // self.n_heads


def divisors(n: int) -> list[int]:
    """All divisors of n in ascending order: the numbers of heads that a width allows.

    Example:
        >>> divisors(12)
        [1, 2, 3, 4, 6, 12]
    """
    low = [k for k in range(1, isqrt(n) + 1) if n % k == 0]
    return low + [n // k for k in reversed(low) if k * k != n]


def _heads(d_model: int) -> list[int] | str:
    """The numbers of heads that a width allows, for a message, which must not take longer than a moment."""
    return divisors(d_model) if d_model <= LISTED else "the divisors of d_model"


def _check_choice(name: str, value, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise ValueError(f"{name}={value!r} is unknown; allowed: {', '.join(allowed)}")


def _check_id(name: str, value: int | None, vocab_size: int) -> None:
    if value is not None and not 0 <= value < vocab_size:
        raise ValueError(f"{name}={value} is not an id of a vocabulary of {vocab_size} (0 … {vocab_size - 1})")


PAPER_BASE = ModelConfig()
PAPER_BIG = ModelConfig(d_model=1024, n_heads=16, d_ff=4096, dropout=0.3)
MICRO = ModelConfig(
    d_model=32,
    n_heads=2,
    d_ff=128,
    n_layers=2,
    vocab_size=8,
    max_len=16,
    norm_place="pre",
    positions="learned",
    dropout=0.0,
)
