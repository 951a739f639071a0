"""How signal and gradient pass through a deep stack of real blocks at initialisation, layer by layer.

Letters: T length, D d_model, L depth.
"""

import math
from dataclasses import dataclass, replace

import torch
from torch import nn

from core.analysis.fresh import fresh_stack
from core.transformer import EncoderLayer, ModelConfig
from core.transformer.checks import check_sizes
from core.transformer.layers import EncoderStack, Runs, SublayerRun

MAX_DEPTH = 48
FLOW_CONFIG = ModelConfig(d_model=64, n_heads=4, d_ff=256, dropout=0.0)  # the block that `flow` stacks


class LayerWithoutSkip(EncoderLayer):
    """The same layer with its residual connections cut: post norm(f(x)), pre f(norm(x))."""

    @classmethod
    def of(cls, layer: EncoderLayer, config: ModelConfig) -> "LayerWithoutSkip":
        """The same weights in a layer of this kind."""
        cut = cls(replace(config, dropout=0.0)).to(layer.norm1.gain.dtype)
        cut.load_state_dict(layer.state_dict())
        return cut.eval()

    def residual(self, x, norm: nn.Module, sublayer, cut: bool, instead=None) -> Runs:
        if self.norm_first:
            norm_in, norm_out = x, norm(x)
            inner = sublayer(norm_out)
            after = inner.out
        else:
            inner = sublayer(x)
            norm_in, after = inner.out, norm(inner.out)
            norm_out = after
        yield SublayerRun(x, inner, norm_in, norm_out, after)
        return after


@dataclass(frozen=True)
class Flow:
    """One forward and one backward pass. Lists run over depths 0 … L: entry ℓ is the stream after ℓ layers."""

    depth: int
    cosine: list[float]  # of the stream with the input, mean over positions; entry 0 is 1
    norm: list[float]  # ‖stream‖ / ‖input‖
    similarity: list[float]  # mean cosine between positions: 1 when all have become the same vector
    gradient: list[float]  # ‖∂loss/∂stream‖ over the same at the top; entry L is 1; inf where float64 cannot hold it
    weight_gradient: list[float]  # ‖∂loss/∂W_2‖ of each layer, L entries (Xiong et al. 2020 plot this one)

    @property
    def gradient_at_input(self) -> float:
        """What the bottom gets of the gradient at the top."""
        return self.gradient[0]


def flow(
    depth: int,
    config: ModelConfig = FLOW_CONFIG,
    *,
    skip: bool = True,
    norms: bool = True,
    gain: float = 1.0,
    length: int = 16,
    seed: int = 0,
) -> Flow:
    """Pass one normal [T, D] input through `depth` new layers and a random gradient back through them, by autograd.

    Blocks are the model's own (attention, feed-forward network, norms; Xavier-uniform), with config.norm_place, norm
    and activation. Pre-norm has its last norm on top. The loss is Σ y ⊙ G with a fixed normal G, in float64. Same seed,
    same weights: the switches change nothing else.

    skip   False cuts the residual connections
    norms  False takes the norms out. Only then does the gradient without skips vanish (or explode) geometrically: a
           norm rescales the stream at each layer, and its gradient with it
    gain   multiplies each sub-layer's last matrix (W_O and W_2), so it scales what the sub-layer adds

    Raises ValueError for a depth outside 1 … 48, a length below 2, or a gain that is negative or not finite.
    """
    check_sizes(depth=depth)
    check_sizes(least=2, length=length)
    if depth > MAX_DEPTH or not 0 <= gain < torch.inf:
        raise ValueError(f"depth={depth} must be at most {MAX_DEPTH}, gain={gain} at least 0 and finite")
    x, cotangent, stack = drawn(depth, config, skip=skip, norms=norms, gain=gain, length=length, seed=seed)
    streams = [x.requires_grad_()]
    with torch.enable_grad():
        for layer in stack.layers:
            streams.append(layer(streams[-1]))
        loss = (stack.final_norm(streams[-1]) * cotangent).sum()
    gradients = torch.autograd.grad(loss, [*streams, *(layer.feed_forward.fc2.weight for layer in stack.layers)])
    sizes = [float(gradient.norm()) for gradient in gradients]
    streams = [stream.detach() for stream in streams]
    return Flow(
        depth,
        cosine=[float(torch.cosine_similarity(stream, streams[0], dim=-1).mean()) for stream in streams],
        norm=[float(stream.norm() / streams[0].norm()) for stream in streams],
        similarity=[float(similarity(stream[0])) for stream in streams],
        gradient=[_or_infinite(size / sizes[depth]) if sizes[depth] else 0.0 for size in sizes[: depth + 1]],
        weight_gradient=[_or_infinite(size) for size in sizes[depth + 1 :]],
    )


def _or_infinite(size: float) -> float:
    """inf for what has left the range of float64, be it as inf or as inf - inf."""
    return size if math.isfinite(size) else math.inf


def flow_config(norm_place: str = "post", **choices) -> ModelConfig:
    """The block that `flow` stacks, with another place for its norms, another norm or another activation.

    Example:
        >>> flow_config("pre", norm="rms").d_model
        64
    """
    return replace(FLOW_CONFIG, norm_place=norm_place, **choices)


def drawn(
    depth: int, config: ModelConfig, *, skip: bool, norms: bool, gain: float, length: int, seed: int
) -> tuple[torch.Tensor, torch.Tensor, EncoderStack]:
    """What a seed stands for: the input and the gradient at the top, [1, T, D] each, and the layers.

    A stack of fewer layers from the same seed is the beginning of this one.
    """
    generator = torch.Generator().manual_seed(seed)
    size = (1, length, config.d_model)
    x, cotangent = (torch.randn(size, generator=generator, dtype=torch.float64) for _ in range(2))
    return x, cotangent, _stack(config, depth, skip, norms, gain, generator)


def _stack(config: ModelConfig, depth: int, skip: bool, norms: bool, gain: float, generator) -> EncoderStack:
    stack = fresh_stack(config, depth, generator).double()  # without norms numbers leave the range of float32
    if not skip:
        stack.layers = nn.ModuleList(LayerWithoutSkip.of(layer, config) for layer in stack.layers)
    if not norms:
        stack.final_norm = nn.Identity()
    for layer in stack.layers:
        if not norms:
            layer.norm1 = layer.norm2 = nn.Identity()
        with torch.no_grad():
            layer.self_attn.out_proj.weight *= gain
            layer.feed_forward.fc2.weight *= gain
    return stack


def similarity(rows: torch.Tensor) -> torch.Tensor:
    """Mean cosine of all pairs of different rows.  [..., T, D] -> [...]"""
    unit = torch.nn.functional.normalize(rows, dim=-1)
    n = rows.shape[-2]
    return ((unit @ unit.mT).sum((-2, -1)) - unit.square().sum((-2, -1))) / (n * (n - 1))
