"""The programs of the page `saturation`."""

from core.programs.program import Program

JACOBIAN = Program(
    """
from core.analysis.attention import softmax_row

row = softmax_row($scores, scale=$factor)
print(row.weights, row.norm, row.entropy)
result = row.jacobian
""",
    ("core.analysis.attention.softmax_row", "core.analysis.softmax_jacobian"),
    "jacobian",
)

WIDTHS = Program(
    """
from core.analysis.attention import saturation_point

result = [saturation_point($d_k, scaled, keys=$keys, seed=$seed).jacobian_norm for scaled in (True, False)]
""",
    ("core.analysis.attention.saturation_point",),
    "widths",
)

GRADIENTS = Program(
    """
from core.analysis.attention import saturation_point

points = [saturation_point($d_k, scaled, keys=$keys, seed=$seed) for scaled in (True, False)]
result = [[p.typical_query_gradient, p.query_gradient, p.key_gradient] for p in points]
""",
    ("core.analysis.attention.head_gradients",),
    "gradients",
)
