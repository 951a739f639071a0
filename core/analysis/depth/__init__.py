"""One block step by step, and how signal and gradient pass through a stack of them."""

from core.analysis.depth.block import (
    BlockStep,
    NormSteps,
    block_config,
    block_steps,
    norm_steps,
    random_rows,
    rows_ending_in,
)
from core.analysis.depth.block_words import block_formula, block_in_words, block_table, station, vector_in_words
from core.analysis.depth.depth_curves import (
    GUESSING,
    VERDICTS,
    RunCurve,
    root_law,
    run_curves,
    runs_in_words,
    runs_table,
    smoothed,
)
from core.analysis.depth.flow_words import (
    arrival_in_words,
    arrival_over_seeds_in_words,
    factor_in_latex,
    factor_in_words,
    kept_in_words,
    over_seeds_in_words,
    quarters,
    six_in_words,
    spread_columns,
    tops_in_words,
)
from core.analysis.depth.many_seeds import FlowSpread, flow_spread
from core.analysis.depth.norm_words import NORM_STEPS, norm_formula, norm_in_words, norm_stages
from core.analysis.depth.signal_flow import Flow, flow, flow_config
