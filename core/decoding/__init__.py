"""From logits to tokens: the sampling rules, generation with and without cache, beam search."""

from core.decoding.beam import BeamNode, BeamStep, Hypothesis, beam_search, beam_steps, beam_tree, ranked
from core.decoding.generate import DecodingStep, choose, decoding_steps, generate, next_token_logits
from core.decoding.largest import largest
from core.decoding.most_probable import most_probable
from core.decoding.sampling import (
    SamplingStages,
    draw,
    draw_counts,
    effective_choices,
    entropy_bits,
    filter_logits,
    temperature_sweep,
)
from core.decoding.shown import shown_ids, with_rest

__all__ = [
    "BeamNode",
    "BeamStep",
    "DecodingStep",
    "Hypothesis",
    "SamplingStages",
    "beam_search",
    "beam_steps",
    "beam_tree",
    "choose",
    "decoding_steps",
    "draw",
    "draw_counts",
    "effective_choices",
    "entropy_bits",
    "filter_logits",
    "generate",
    "largest",
    "most_probable",
    "next_token_logits",
    "ranked",
    "shown_ids",
    "temperature_sweep",
    "with_rest",
]
