"""The programs of the page `pre_norm`."""

from core.programs.program import Program

BLOCK = Program(
    """
from core.analysis.depth import block_config, block_steps, rows_ending_in

x = rows_ending_in($vector)
steps = block_steps(x, block_config(len($vector), $place, $norm, $activation), gain=$gain)
for step in steps:
    print(step.name, step.formula, step.values)
result = steps[-1].values
""",
    ("core.analysis.depth.block_steps",),
    "block",
)

FLOW = Program(
    """
from core.analysis.depth import flow, flow_config

run = flow($depth, flow_config("pre", norm=$norm, activation=$activation), seed=$seed)
print(run.gradient_at_input, run.weight_gradient)
result = run.gradient
""",
    ("core.analysis.depth.flow",),
    "gradient",
)

STACKED = Program(
    """
from core.training import DeepStackConfig, deep_stack

config = DeepStackConfig("post", warmup=0, depth=$depth, steps=$steps, learning_rate=$learning_rate, seed=$seed)
result = [step.loss for step in deep_stack(config)]  # post-norm without warm-up
print(result[-1])
""",
    ("core.training.deep_stack",),
    "stack",
)
