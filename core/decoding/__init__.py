"""From logits to tokens: the sampling rules, generation with and without cache, beam search."""

from core.decoding.beam import BeamNode, BeamStep, Hypothesis, beam_search, beam_steps, beam_tree, ranked
from core.decoding.generation import DecodingStep, choose, decoding_steps, generate, next_token_logits
from core.decoding.ranking import largest, most_probable, shown_ids, with_rest
from core.decoding.sampling import (
    SamplingStages,
    draw,
    draw_counts,
    effective_choices,
    entropy_bits,
    filter_logits,
    temperature_sweep,
)

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
