"""Cutting a part out of a model for one forward pass, without touching the model that others share.

Letter: H heads.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

import torch

from core.transformer.device import to_device

Stack = Literal["encoder", "decoder"]
Part = Literal["self_attn", "cross_attn", "feed_forward", "layer"]


@dataclass(frozen=True)
class Lesion:
    """One cut: a whole layer, one of its sub-layers, or one head of an attention. Layers and heads count from 0.

    A sub-layer that is cut contributes 0, a layer that is cut hands on its input; a head that is cut contributes 0 to
    the concatenation.

    Example:
        >>> Lesion("decoder", 2, "cross_attn", head=1)
        Lesion(stack='decoder', layer=2, part='cross_attn', head=1)
    """

    stack: Stack
    layer: int
    part: Part
    head: int | None = None

    def __post_init__(self):
        if self.stack not in ("encoder", "decoder"):
            raise ValueError(f"stack={self.stack!r} is unknown; allowed: encoder, decoder")
        if self.part not in ("self_attn", "cross_attn", "feed_forward", "layer"):
            raise ValueError(f"part={self.part!r} is unknown; allowed: self_attn, cross_attn, feed_forward, layer")
        if self.head is not None and not self.part.endswith("attn"):
            raise ValueError(f"{self.part} has no heads to cut")


def check_lesions(lesions: Collection[Lesion], n_layers: int, n_heads: int) -> None:
    """Raise ValueError for a cut that names a layer or head the model does not have."""
    for cut in lesions:
        if not 0 <= cut.layer < n_layers:
            raise ValueError(f"layer={cut.layer} does not exist; allowed: 0 … {n_layers - 1}")
        if cut.head is not None and not 0 <= cut.head < n_heads:
            raise ValueError(f"head={cut.head} does not exist; allowed: 0 … {n_heads - 1}")
        if cut.stack == "encoder" and cut.part == "cross_attn":
            raise ValueError("the encoder has no cross-attention to cut")


class LayerCuts:
    """The cuts that concern one layer, in the form in which its sub-layers ask for them."""

    def __init__(self, cuts: Collection[Lesion]):
        self.cuts = cuts

    def __bool__(self) -> bool:
        return bool(self.cuts)

    def removes(self, part: str) -> bool:
        """Whether the whole part is cut out."""
        return any(cut.part == part and cut.head is None for cut in self.cuts)

    def head_gate(self, part: str, like: torch.Tensor, n_heads: int) -> torch.Tensor | None:
        """1 for a head that stays, 0 for one that is cut; None when all stay.  -> [H]"""
        heads = [cut.head for cut in self.cuts if cut.part == part and cut.head is not None]
        if not heads:
            return None
        gate = torch.tensor([0.0 if head in heads else 1.0 for head in range(n_heads)], dtype=like.dtype)
        return to_device(gate, like.device)


NO_CUTS = LayerCuts(())


def cuts_for(lesions: Collection[Lesion], stack: Stack, layer: int) -> LayerCuts:
    """Those of the lesions that concern this layer."""
    if not lesions:
        return NO_CUTS
    return LayerCuts([cut for cut in lesions if cut.stack == stack and cut.layer == layer])
