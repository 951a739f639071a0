"""The parts of the blueprint as a table, the work in them by their names, and what another source changes in words."""

from collections.abc import Mapping, Sequence

import torch

from core.analysis.attention import TensorRow
from core.analysis.inside.blueprint import PARTS
from core.analysis.inside.live_parts import PartView, SourceSwap
from core.analysis.inside.part_costs import part_parameters, sentence_flops
from core.say import number, percent
from core.transformer import PAPER_BASE, ModelConfig

_KINDS = {
    "encoder-attention": "encoder attention",
    "encoder-ffn": "encoder FFN",
    "decoder-attention": "decoder self-attention",
    "cross-attention": "cross-attention",
    "decoder-ffn": "decoder FFN",
    "linear": "linear layer at the top",
}


def blueprint_table() -> dict[str, list]:
    """What each part reads, and under which mask."""
    parts = PARTS.values()
    return {
        "part": [part.id for part in parts],
        "tower": [part.tower for part in parts],
        "inputs": [part.inputs for part in parts],
        "mask": [part.mask for part in parts],
    }


def work_by_part(config: ModelConfig, source: int, target: int) -> dict[str, int]:
    """`sentence_flops`, by what readers call the parts."""
    return {_KINDS[part]: count for part, count in sentence_flops(config, source, target).items()}


def cost_table(view: PartView, part: str) -> dict[str, list[str]]:
    """What a part costs in this model and on this sentence, and its parameters in the paper's base model."""
    base = part_parameters(PAPER_BASE, part)
    return {
        "this part": ["parameters here", "parameters in the paper's base model", "FLOPs, this sentence"],
        "number": [f"{count:,}" for count in (view.parameters, base, view.flops)],
    }


def weights_in_words(
    weights: torch.Tensor, scores: torch.Tensor, head: int, layer: int, rows: Sequence[str], columns: Sequence[str]
) -> str:
    """One head of an attention (head and layer from 0): how many weights, how many hidden, where the last row looks."""
    best, hidden = int(weights[-1].argmax()), int(scores.isneginf().sum())
    return (
        f"Head {head + 1}, layer {layer + 1}: {len(rows)} queries by {len(columns)} keys, {hidden} cells hidden. "
        f"“{rows[-1]}” gives most, {percent(float(weights[-1, best]))}, to “{columns[best]}”."
    )


def part_output_in_words(output: TensorRow) -> str:
    """How large the output of a part is, and between which numbers it lies."""
    low, high = (number(float(end)) for end in (output.values.min(), output.values.max()))
    return (
        f"The output, one row per token, {output.shape[1]} numbers each, from {low} to {high}. Terracotta is positive, "
        "blue-green negative."
    )


def work_in_words(work: Mapping[str, int], source: int, target: int) -> str:
    """All the work on a pair of sentences, and the part that most of it is in."""
    most = max(work, key=work.get)
    return (
        f"{source} source and {target} target tokens: {sum(work.values()):,} FLOPs, most of them ({work[most]:,}) in "
        f"the {most}."
    )


def swap_in_words(moved: SourceSwap, layer: int) -> str:
    """What changes in one decoder layer (from 0) when only the source is another one, and what cannot.

    Example:
        >>> swap_in_words(SourceSwap(0.0, 1.5), 1)[-75:]
        'layer 2 move by up to 0.0000, those of its cross-attention by up to 1.5000.'
    """
    text = (
        "A check: the same target, with the source read backwards. The scores of the decoder's self-attention in layer "
        f"{layer + 1} move by up to {number(moved.self_attention, 4)}, those of its cross-attention by up to "
        f"{number(moved.cross_attention, 4)}."
    )
    first = " The first self-attention comes before any look across, so nothing in it can move."
    return text + first if layer == 0 else text
