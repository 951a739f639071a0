"""Which outputs move when one token changes: in a feed-forward network its own, in an attention those of others too.

Letters: T tokens, D d_model.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import torch

from core.say import number
from core.transformer import ForwardTrace, Transformer, causal_mask, device_of, to_cpu, to_device

_ROUNDING = 1e-6


@dataclass(frozen=True)
class Moved:
    """How far each output moves when one token's vector becomes zero, as a share of the longest output.  T each"""

    feed_forward: list[float]
    attention: list[float]

    def in_words(self, tokens: Sequence[str], at: int) -> str:
        """How many outputs move in each of the two, and how far the token's own."""
        network, attention = (
            sum(change > _ROUNDING for change in part) for part in (self.feed_forward, self.attention)
        )
        return (
            f"With a zero in the place of “{tokens[at]}”, {network} of {len(tokens)} outputs of the feed-forward "
            f"network moves, by {number(self.feed_forward[at])} of the longest output. Of the attention's (upright "
            f"lines) {attention} do."
        )


@torch.inference_mode()
def when_one_changes(model: Transformer, trace: ForwardTrace, stack: str, layer: int, at: int) -> Moved:
    """Put a zero in the place of one token's vector before the self-attention of a post-norm layer, and before its
    feed-forward network. `layer` counts from 0."""
    run, block = getattr(trace, stack)[layer], getattr(model, stack).layers[layer]
    before = run.resid_mid if run.resid_cross is None else run.resid_cross
    mask = causal_mask(run.resid_pre.shape[1]) if stack == "decoder" else None
    mask = to_device(mask, device_of(model))
    return Moved(
        _moved(block.feed_forward, before, at, model),
        _moved(lambda x: block.self_attn(x, mask=mask), run.resid_pre, at, model),
    )


def _moved(sublayer: Callable, x: torch.Tensor, at: int, model: Transformer) -> list[float]:
    """x [1, T, D] -> T"""
    changed = x.clone()
    changed[:, at] = 0
    both = to_device(torch.cat([x, changed]), device_of(model))
    out, other = to_cpu(sublayer(both))
    return ((out - other).norm(dim=-1) / out.norm(dim=-1).max()).tolist()
