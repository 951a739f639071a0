"""One block with the numbers of a real vector in it, and a norm taken apart.

Letters: T length, D d_model, F d_ff.
"""

from dataclasses import dataclass

import torch

from core.analysis.fresh import fresh_stack
from core.transformer import LayerTrace, ModelConfig, causal_mask, layer_norm, rms_norm
from core.transformer.trace import freeze, layer_trace


@dataclass(frozen=True)
class NormSteps:
    """A norm step by step; vectors are [D], `gain` and `bias` as given. RMSNorm has `mean` 0 and no bias."""

    x: torch.Tensor
    mean: float  # μ, subtracted
    centred: torch.Tensor  # x − μ
    variance: float  # mean of the squares of `centred`, biased
    divisor: float  # √(variance + ε)
    normalised: torch.Tensor  # centred / divisor
    gain: torch.Tensor
    bias: torch.Tensor
    output: torch.Tensor  # normalised · gain + bias

    @property
    def scaled(self) -> torch.Tensor:
        """Before the bias is added."""
        return self.normalised * self.gain


@dataclass(frozen=True)
class BlockStep:
    """One station of the diagram: its place, what is computed there, and the vector of the followed position."""

    name: str  # x, norm1, heads, attention, mid, norm2, hidden, ffn, out
    formula: str
    values: torch.Tensor  # [D], `hidden` [F]


def norm_steps(x, gain=1.0, bias=0.0, eps: float = 1e-5, norm: str = "layer") -> NormSteps:
    """(x − μ) / √(σ² + ε) · γ + β with every intermediate, in float64.

    x: list or vector; gain and bias: a number for all components, or one for each. A constant vector, or a vector of
    one component, is centred to zeros and comes out as the bias: ε keeps the divisor above 0.
    Source: Ba, Kiros & Hinton 2016; for norm="rms" Zhang & Sennrich 2019.

    Raises ValueError for an empty or non-finite vector, a gain or bias of another length, ε not above 0, another norm.

    Example:
        >>> [round(v, 4) for v in norm_steps([1.0, 0.0, 0.0, 0.0]).output.tolist()]
        [1.732, -0.5773, -0.5773, -0.5773]
    """
    x = torch.as_tensor(x, dtype=torch.float64)
    if x.ndim != 1 or len(x) == 0 or not x.isfinite().all():
        raise ValueError("a norm needs a vector of at least one finite number")
    if norm not in ("layer", "rms") or not eps > 0:
        raise ValueError(f"norm={norm!r} must be layer or rms, eps={eps} above 0")
    gain, bias = (_component_wise(name, v, len(x)) for name, v in (("gain", gain), ("bias", bias)))
    bias = bias if norm == "layer" else torch.zeros_like(bias)
    mean = x.mean() if norm == "layer" else x.new_zeros(())
    centred = x - mean
    variance = centred.square().mean()
    return NormSteps(
        x,
        float(mean),
        centred,
        float(variance),
        float((variance + eps).sqrt()),
        normalised=layer_norm(x, eps=eps) if norm == "layer" else rms_norm(x, eps=eps),
        gain=gain,
        bias=bias,
        output=layer_norm(x, gain, bias, eps) if norm == "layer" else rms_norm(x, gain, eps),
    )


def block_steps(
    x, config: ModelConfig, *, position: int = -1, causal: bool = True, seed: int = 0, gain: float = 1.0
) -> list[BlockStep]:
    """Carry x [T, D] through one new layer and follow the row `position` through all of its stations, in order.

    pre   x → norm1 → heads → attention → mid = x + attention → norm2 → hidden → ffn → out = mid + ffn
    post  x → heads → attention → mid = norm1(x + attention) → hidden → ffn → out = norm2(mid + ffn)

    heads: the heads' outputs side by side, before W_O, which makes attention of them.

    The layer is `EncoderLayer(config)`, Xavier-uniform from the seed. The other rows matter: attention reads them.
    `gain` multiplies each sub-layer's last matrix, so at 0 both sub-layers give zeros.

    Raises ValueError when x is not [T, d_model].
    """
    x = torch.as_tensor(x, dtype=torch.get_default_dtype())
    if x.ndim != 2 or x.shape[1] != config.d_model or len(x) == 0:
        raise ValueError(f"x has shape {list(x.shape)}, not [length, {config.d_model}]")
    (layer,) = fresh_stack(config, 1, torch.Generator().manual_seed(seed)).layers
    with torch.no_grad():
        layer.self_attn.out_proj.weight *= gain
        layer.feed_forward.fc2.weight *= gain
        trace = layer_trace(freeze(list(layer.runs(x[None], causal_mask(len(x)) if causal else None))))
    pick = _pre_stations if config.norm_place == "pre" else _post_stations
    return [BlockStep(name, formula, tensor[0, position].clone()) for name, formula, tensor in pick(trace)]


def random_rows(length: int, d_model: int, seed: int = 0) -> torch.Tensor:
    """Normal rows to send through `block_steps`.  -> [T, D]"""
    return torch.randn(length, d_model, generator=torch.Generator().manual_seed(seed))


def rows_ending_in(vector, others: int = 2, seed: int = 0) -> torch.Tensor:
    """`others` normal rows and then this one, for `block_steps`.  -> [others + 1, D]"""
    last = torch.as_tensor(vector, dtype=torch.get_default_dtype())
    return torch.cat([random_rows(others, len(last), seed), last[None]])


def block_config(d_model: int, norm_place: str, norm: str, activation: str) -> ModelConfig:
    """A small block of one head, with the usual hidden width: 4D, or 8/3 D for the three matrices of SwiGLU."""
    d_ff = round(8 * d_model / 3) if activation == "swiglu" else 4 * d_model
    return ModelConfig(
        d_model=d_model, n_heads=1, d_ff=d_ff, norm_place=norm_place, norm=norm, activation=activation, dropout=0.0
    )


def _pre_stations(layer: LayerTrace):
    attention, ffn = layer.self_attn, layer.feed_forward
    yield "x", "x", layer.resid_pre
    yield "norm1", "Norm(x)", attention.norm.output
    yield "heads", "the heads' outputs for Norm(x), before W_O", _side_by_side(attention.z)
    yield "attention", "Attention(Norm(x)), after W_O", attention.out
    yield "mid", "x + Attention(Norm(x))", layer.resid_mid
    yield "norm2", "Norm(mid)", ffn.norm.output
    yield "hidden", "the hidden units of the FFN", ffn.hidden
    yield "ffn", "FFN(Norm(mid))", ffn.out
    yield "out", "mid + FFN(Norm(mid))", layer.resid_post


def _post_stations(layer: LayerTrace):
    attention, ffn = layer.self_attn, layer.feed_forward
    yield "x", "x", layer.resid_pre
    yield "heads", "the heads' outputs for x, before W_O", _side_by_side(attention.z)
    yield "attention", "Attention(x), after W_O", attention.out
    yield "sum1", "x + Attention(x)", attention.norm.input
    yield "mid", "Norm(x + Attention(x))", layer.resid_mid
    yield "hidden", "the hidden units of the FFN", ffn.hidden
    yield "ffn", "FFN(mid)", ffn.out
    yield "sum2", "mid + FFN(mid)", ffn.norm.input
    yield "out", "Norm(mid + FFN(mid))", layer.resid_post


def _side_by_side(z: torch.Tensor) -> torch.Tensor:
    """[B, H, T, K] -> [B, T, H·K]"""
    return z.transpose(1, 2).flatten(2)


def _component_wise(name: str, value, size: int) -> torch.Tensor:
    value = torch.as_tensor(value, dtype=torch.float64)
    if value.ndim > 1 or (value.ndim == 1 and len(value) != size) or not value.isfinite().all():
        raise ValueError(f"{name} must be one finite number, or {size} of them")
    return value.expand(size)
