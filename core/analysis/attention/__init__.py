"""What one head of attention does: scores, softmax and its derivative, shapes, and why scores are scaled."""

from core.analysis.attention.gradient_words import against_seeds_in_words, spread_columns
from core.analysis.attention.head_words import (
    additions_formula,
    additions_in_words,
    alignment_in_words,
    cell_in_words,
    head_names,
    largest_weights_in_words,
    pattern_table,
    patterns_in_words,
    row_in_words,
)
from core.analysis.attention.heads import (
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
    largest_weights,
    most_bits,
    soft_alignment,
)
from core.analysis.attention.jacobian import (
    JacobianCheck,
    SoftmaxRow,
    jacobian_check,
    most_entropy,
    softmax_jacobian,
    softmax_row,
)
from core.analysis.attention.jacobian_words import derivative_formula, three_ways_table
from core.analysis.attention.lookup_words import (
    left_out_in_words,
    lookup_table,
    mix_in_latex,
    named_points,
    point_in_words,
    points,
    saturation_in_words,
    two_ways_in_words,
)
from core.analysis.attention.opened_cell import Cell, open_cell
from core.analysis.attention.projections import ThreeRoles, three_roles
from core.analysis.attention.saturation import (
    GradientSpread,
    SaturationPoint,
    gradient_spread,
    head_gradients,
    saturation_curve,
    saturation_point,
    saturation_points,
)
from core.analysis.attention.shapes import TensorRow, attention_tensors, head_columns, largest_entry, merge_heads
from core.analysis.attention.soft_lookup import Lookup, lookup, polar, saturation_length, weights_by_length
from core.analysis.attention.tensor_tables import (
    AXIS_LETTERS,
    matrix_in_words,
    matrix_titles,
    part_table,
    scores_in_words,
    shape_in_words,
    size_table,
)
from core.analysis.attention.trained_scores import score_spreads, spreads_in_words
from core.analysis.attention.variance import (
    DotProducts,
    Histogram,
    Moment,
    derivation,
    dot_product_scores,
    histogram,
    normal_curve,
    predicted_moments,
    share_outside,
)
from core.analysis.attention.variance_words import by_division, correlation_in_words, derivation_table
