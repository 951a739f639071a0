"""What the essays count, derive and measure about the Transformer: arrays and numbers in frozen records."""

from core.analysis.block import BlockStep, NormSteps, block_steps, norm_steps, random_rows
from core.analysis.counted import CountedFlops, CountedProduct, MeasuredTime, counted_flops, measured_time
from core.analysis.depth_experiment import DeepStackConfig, DeepStackStep, deep_stack, four_runs, verdict
from core.analysis.flops import (
    Crossover,
    LayerFlops,
    attention_exceeds_ffn,
    cross_attention_flops,
    crossovers,
    layer_flops,
    scores_exceed_ffn,
    scores_exceed_linear,
)
from core.analysis.heads import (
    MASKS,
    Alignment,
    ConcatCheck,
    HeadPattern,
    HeadView,
    cells,
    concat_check,
    head_contributions,
    head_patterns,
    head_view,
    most_bits,
    soft_alignment,
)
from core.analysis.lesion_costs import lesion_costs, token_losses
from core.analysis.lookup import Lookup, lookup, polar, saturation_length, weights_by_length
from core.analysis.memory import BYTES_PER_VALUE, CACHE_PRESETS, CachePreset, format_bytes, kv_cache_bytes
from core.analysis.paper_table import Table3Row, table3
from core.analysis.parameters import (
    FeedForwardShare,
    LayerParameters,
    ParameterCount,
    feed_forward_share,
    parameter_count,
)
from core.analysis.positions import (
    EquivarianceCheck,
    Shift,
    frequencies,
    permutation_check,
    position_dot_products,
    shift,
    shift_matrix,
    wavelengths,
)
from core.analysis.saturation import SaturationPoint, head_gradients, saturation_curve, saturation_point
from core.analysis.shapes import TensorRow, attention_tensors, head_columns, largest_entry, merge_heads
from core.analysis.signal_flow import Flow, flow
from core.analysis.softmax import JacobianCheck, SoftmaxRow, entropy, jacobian_check, softmax_jacobian, softmax_row
from core.analysis.variance import DotProducts, Histogram, dot_product_scores, histogram, predicted_moments

__all__ = [
    "BYTES_PER_VALUE", "CACHE_PRESETS", "MASKS", "Alignment", "BlockStep", "CachePreset", "ConcatCheck", "CountedFlops",
    "CountedProduct", "Crossover", "DeepStackConfig", "DeepStackStep", "DotProducts", "EquivarianceCheck",
    "FeedForwardShare", "Flow", "HeadPattern", "HeadView", "Histogram", "JacobianCheck", "LayerFlops",
    "LayerParameters", "Lookup", "MeasuredTime", "NormSteps", "ParameterCount", "SaturationPoint", "Shift",
    "SoftmaxRow", "Table3Row", "TensorRow", "attention_exceeds_ffn", "attention_tensors", "block_steps", "cells", "concat_check",
    "counted_flops", "cross_attention_flops", "crossovers", "deep_stack", "dot_product_scores", "entropy",
    "feed_forward_share", "flow", "format_bytes", "four_runs", "frequencies", "head_columns", "head_contributions",
    "head_gradients", "head_patterns", "head_view", "histogram", "jacobian_check", "kv_cache_bytes", "largest_entry",
    "layer_flops", "lesion_costs", "lookup", "measured_time", "merge_heads", "most_bits", "norm_steps", "parameter_count",
    "permutation_check", "polar", "position_dot_products", "predicted_moments", "random_rows", "saturation_curve",
    "saturation_length", "saturation_point", "scores_exceed_ffn", "scores_exceed_linear", "shift", "shift_matrix",
    "soft_alignment", "softmax_jacobian", "softmax_row", "table3", "token_losses", "verdict", "wavelengths",
    "weights_by_length",
]  # fmt: skip
