"""The programs of the page `scaling`."""

from core.programs.program import Program

SPREAD = Program(
    """
from core.analysis.attention import dot_product_scores

dots = dot_product_scores($d_k, $n, $seed, $correlation, $shared)
print(dots.predicted_std, dots.predicted_scaled_std)
result = [dots.std, dots.scaled_std]
""",
    ("core.analysis.attention.dot_product_scores",),
    "spread",
)

SOFTMAX = Program(
    """
from core.analysis.attention import saturation_point

result = [
    saturation_point($d_k, scaled, keys=$keys, queries=256, seed=$seed).largest_weight
    for scaled in (True, False)
]
""",
    ("core.analysis.attention.saturation_point",),
    "softmax",
)
