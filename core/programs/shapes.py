"""The programs of the page `shapes`."""

from core.programs.program import Program

SHAPES = Program(
    """
from core.analysis.attention import attention_tensors

rows = attention_tensors($length, $d_model, $n_heads, batch=$batch, causal=$causal)
for row in rows:
    print(row.name, row.axes, row.shape, row.elements, row.bytes)
result = [row.elements for row in rows]
""",
    ("core.analysis.attention.attention_tensors",),
    "shapes",
)

OPENED = Program(
    """
from core.analysis.attention import attention_tensors

rows = attention_tensors($length, $d_model, $n_heads, batch=$batch, causal=$causal)
tensor = next(row for row in rows if row.name == $tensor)
result = tensor.matrix(item=$item, head=$head)
print(result)
""",
    ("core.analysis.attention.TensorRow.matrix",),
    "tensor",
)
