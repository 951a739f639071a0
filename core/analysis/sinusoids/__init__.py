"""What the paper's positions can do, and how they look between the whole numbers."""

from core.analysis.sinusoids.added import AddedPositions, added_positions
from core.analysis.sinusoids.pair_turns import PairTurn, pair_turn, shuffled_order, turn_formula
from core.analysis.sinusoids.position_words import products_in_words, shuffle_in_words, shuffle_table, shuffled_names
from core.analysis.sinusoids.positions import (
    EquivarianceCheck,
    Shift,
    frequencies,
    permutation_check,
    position_dot_products,
    shift,
    shift_matrix,
    wavelengths,
)
from core.analysis.sinusoids.scores import (
    AfterMatrices,
    after_matrices,
    explained_by_distance,
    random_share,
    random_shares,
)
from core.analysis.sinusoids.strips import Strips, pair_strips
from core.analysis.sinusoids.waves import PairWave, pair_wave
