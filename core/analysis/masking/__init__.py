"""Masks that can be painted cell by cell, and whether they leak."""

from core.analysis.masking.leaks import TeacherForcing, leak_test, teacher_forcing
from core.analysis.masking.mask_words import (
    cell_formula,
    change_in_words,
    change_table,
    leaks_in_words,
    leaks_table,
    listed,
    mask_in_words,
    mask_table,
    passes_in_words,
    passes_table,
    strange_in_words,
    work_of_passes_in_words,
    zeroed_in_words,
)
from core.analysis.masking.painting import (
    MaskedSoftmax,
    example_scores,
    masked_softmax,
    painted_mask,
    read_cells,
    turn_over,
)
from core.analysis.masking.prefixes import beginnings_apart, beginnings_in_words, hidden_in_words
