"""The programs of the page `flops`."""

from core.programs.program import Program

FLOPS = Program(
    """
from core.analysis import layer_flops

count = layer_flops($length, $width, $hidden, context=$context, activation=$activation, causal=$causal)
print(count, count.linear_share, count.ffn_share, count.attention_share)
result = [count.qkv, count.scores, count.mix, count.output, count.ffn]
""",
    ("core.analysis.layer_flops",),
)

COUNTED = Program(
    """
from core.analysis.counting import counted_flops
from core.transformer import ModelConfig

config = ModelConfig(d_model=$width, n_heads=$heads, d_ff=$hidden, activation=$activation)
counted = counted_flops(config, $length)
for product in counted.products:
    print(product)
lines = counted.by_line
result = [lines.qkv, lines.scores, lines.mix, lines.output, lines.ffn]
""",
    ("core.analysis.counting.counted_flops",),
    "counter",
)
