"""From logits to tokens: the sampling rules."""

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
    "SamplingStages",
    "draw",
    "draw_counts",
    "effective_choices",
    "entropy_bits",
    "filter_logits",
    "temperature_sweep",
]
