"""Signal and gradient through fresh stacks of many seeds at once: what is typical, and what is one draw.

Letters: N seeds, T length, D d_model, L depth of the deepest stack.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import torch
from torch import nn

from core.analysis.depth.signal_flow import FLOW_CONFIG, drawn, similarity
from core.analysis.spread import SEEDS, Spread, over_seeds
from core.transformer import ModelConfig

AT_ONCE = 5  # seeds
LAST_MATRIX = "feed_forward.fc2.weight"  # W_2


@dataclass(frozen=True)
class FlowSpread:
    """What `Flow` has, over seeds."""

    depths: tuple[int, ...]
    cosine: Spread  # of the stream with the input, after 0 … L layers
    similarity: Spread  # between positions, after 0 … L layers
    gradient_at_input: Spread  # for a stack of each depth
    top_weight_gradient: Spread  # of the last layer, for a stack of each depth
    by_seed: list[list[float]]  # the gradient at the input, seed by seed: [N, depths]


def flow_spread(
    depths: Sequence[int],
    config: ModelConfig = FLOW_CONFIG,
    *,
    skip: bool = True,
    norms: bool = True,
    length: int = 16,
    seeds: Iterable[int] = range(SEEDS),
) -> FlowSpread:
    """`flow` with these seeds and a gain of 1 for each depth, in a tenth of the time: a shallow stack is the beginning
    of the deepest, and seeds go through together, a few at a time (24 layers of five seeds are 50 MB).
    """
    seeds, each = tuple(seeds), {"skip": skip, "norms": norms, "gain": 1.0, "length": length}
    batches = []
    for at in range(0, len(seeds), AT_ONCE):
        starts = [drawn(max(depths), config, **each, seed=seed) for seed in seeds[at : at + AT_ONCE]]
        batches.append(_together(depths, *zip(*starts, strict=True)))
    cosines, alike, ratios, matrices = (torch.cat(column) for column in zip(*batches, strict=True))
    spreads = map(over_seeds, (cosines, alike, ratios, matrices))
    return FlowSpread(tuple(depths), *spreads, by_seed=ratios.tolist())


def _together(depths: Sequence[int], inputs, cotangents, stacks) -> tuple[torch.Tensor, ...]:
    """Cosine and similarity [N, L + 1], relative gradient at the input and gradient of the last W_2 [N, depths]."""
    x, cotangent = torch.stack(inputs).requires_grad_(), torch.stack(cotangents)  # [N, 1, T, D]
    streams, matrices = _climb(x, list(zip(*(stack.layers for stack in stacks), strict=True)))
    tops = [(streams[depth], matrices[depth - 1]) for depth in depths]
    lengths = [_gradient_lengths(stacks[0].final_norm, x, *top, cotangent) for top in tops]
    at_input, at_top, of_matrix = (torch.stack(column, dim=-1) for column in zip(*lengths, strict=True))
    signal = [stream.detach()[:, 0] for stream in streams]  # [N, T, D] each
    cosines = torch.stack([torch.cosine_similarity(stream, signal[0], dim=-1).mean(-1) for stream in signal], dim=-1)
    return cosines, torch.stack([similarity(stream) for stream in signal], dim=-1), at_input / at_top, of_matrix


def _climb(x: torch.Tensor, layers: Sequence[Sequence[nn.Module]]) -> tuple[list[torch.Tensor], list[torch.Tensor]]:
    """The streams after 0 … L layers and the layers' W_2; layers [L][N], x [N, 1, T, D].

    The layers of all seeds at one height differ in their weights alone, so they run as one layer with a batch of them.
    """
    streams, matrices = [x], []
    for same in layers:
        weights = {name: weight.detach() for name, weight in torch.func.stack_module_state(list(same))[0].items()}
        matrices.append(weights[LAST_MATRIX].requires_grad_())
        with torch.enable_grad():
            streams.append(torch.vmap(_with_weights, (None, 0, 0))(same[0], weights, streams[-1]))
    return streams, matrices


def _with_weights(layer: nn.Module, weights: dict[str, torch.Tensor], x: torch.Tensor) -> torch.Tensor:
    return torch.func.functional_call(layer, weights, (x,))


def _gradient_lengths(norm: nn.Module, x, top, matrix, cotangent) -> list[torch.Tensor]:
    """Of a stack that ends with `top`: the gradient of its input, of its top and of its last W_2.  -> [N] each

    The last norm of fresh stacks is the same for all of them.
    """
    with torch.enable_grad():
        loss = (norm(top) * cotangent).sum()  # the seeds do not meet: each gets its own gradient
    gradients = torch.autograd.grad(loss, (x, top, matrix), retain_graph=True)
    return [gradient.flatten(1).norm(dim=1) for gradient in gradients]
