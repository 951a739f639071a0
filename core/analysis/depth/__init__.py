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
from core.analysis.depth.depth_curves import GUESSING, RunCurve, root_law, run_curves, smoothed, top_gradients
from core.analysis.depth.signal_flow import Flow, flow, flow_config
