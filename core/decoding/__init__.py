"""From logits to tokens: the sampling rules, generation with and without cache, beam search."""

from core.decoding.beam import BeamNode, BeamStep, Hypothesis, beam_search, beam_steps, beam_tree, ranked
from core.decoding.generation import DecodingStep, decoding_steps, generate, next_token_logits
from core.decoding.ranking import largest, most_probable, shown_ids, with_rest
from core.decoding.sampling import SamplingStages, choose, draw, draw_counts, filter_logits, temperature_sweep
from core.decoding.sampling_words import (
    beam_columns,
    beam_table,
    draws_in_words,
    entropies_in_words,
    errors_in_words,
    score_formula,
    search_in_words,
    softmax_formula,
    stages_in_words,
    stages_table,
    sweep_in_words,
)
from core.decoding.settling import draw_errors, expected_error
from core.decoding.uncertainty import effective_choices, entropy, entropy_bits
