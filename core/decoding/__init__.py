"""From logits to tokens: the sampling rules, generation with and without cache, beam search."""

from core.decoding.beam import BeamStep, Hypothesis, beam_search, beam_steps, ranked
from core.decoding.generate import DecodingStep, choose, decoding_steps, generate, next_token_logits
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

__all__ = [
    "BeamStep",
    "DecodingStep",
    "Hypothesis",
    "SamplingStages",
    "beam_search",
    "beam_steps",
    "choose",
    "decoding_steps",
    "draw",
    "draw_counts",
    "effective_choices",
    "entropy_bits",
    "filter_logits",
    "generate",
    "most_probable",
    "next_token_logits",
    "ranked",
    "temperature_sweep",
]
