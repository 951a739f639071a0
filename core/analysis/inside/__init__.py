"""A trained model from the inside: its parts with the tensors of a real pass, read out early, or cut out."""

from core.analysis.inside.alone import Moved, when_one_changes
from core.analysis.inside.blueprint import PARTS, Part
from core.analysis.inside.blueprint_words import (
    blueprint_table,
    cost_table,
    part_output_in_words,
    swap_in_words,
    weights_in_words,
    work_by_part,
    work_in_words,
)
from core.analysis.inside.cuts import (
    ATTENTION_ROLES,
    ATTENTIONS,
    attention_block,
    attention_cuts,
    attention_trace,
    cut_at,
    cut_map,
    cut_names,
    cuts_in_words,
    dearest_cut,
    head_costs,
    head_costs_in_words,
    head_cuts,
    head_place,
)
from core.analysis.inside.cutting import lesion_costs, token_losses
from core.analysis.inside.live_parts import PartView, SourceSwap, part_view, source_swap
from core.analysis.inside.part_costs import part_flops, part_parameters, sentence_flops
from core.analysis.inside.pass_words import output_in_words, stage_table
from core.analysis.inside.passes import WholePass, embedded_source, whole_pass
from core.analysis.inside.readout import Readout, readouts
from core.analysis.inside.readout_words import (
    cosines_in_words,
    guess_table,
    readout_in_words,
    readout_names,
    readout_table,
)
from core.analysis.inside.stations import Stage, stages
from core.analysis.inside.toy_units import TOY_ACTIVATIONS, ToyLayer, activate, firing_shares, toy_layer, toy_outputs
from core.analysis.inside.toy_words import (
    ACTIVATION_NAMES,
    bent,
    firing_curves,
    output_curves,
    outputs_in_words,
    range_in_words,
    toy_formula,
    toy_in_words,
    toy_table,
    zeros_in_words,
)
