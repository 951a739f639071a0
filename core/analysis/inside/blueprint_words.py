"""The parts of the blueprint as a table, the work in them by their names, and what another source changes in words."""

from core.analysis.inside.blueprint import PARTS
from core.analysis.inside.live_parts import SourceSwap
from core.analysis.inside.part_costs import sentence_flops
from core.say import number
from core.transformer import ModelConfig

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
