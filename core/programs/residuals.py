"""The programs of the page `residuals`."""

from core.programs.program import Program

FLOW = Program(
    """
from core.analysis.depth import flow, flow_config

run = flow($depth, flow_config($place), skip=$skip, norms=$norms, gain=$gain, seed=$seed)
print(run.cosine, run.similarity, sep="\\n")
result = run.gradient
""",
    ("core.analysis.depth.flow",),
    "flow",
)

NORM = Program(
    """
from core.analysis.depth import norm_steps

steps = norm_steps($vector, gain=$gain, bias=$bias)
print(steps.mean, steps.variance, steps.divisor, steps.normalised)
result = steps.output
""",
    ("core.transformer.layer_norm",),
    "norm",
)

STREAM = Program(
    """
from core.analysis.inside import readouts
from core.models import translator

model = translator.load()
rows = readouts(model.model, model.trace(model.translate($text)))
for row in rows:
    print(row.layer, model.tokens(row.guess))
result = [row.guess_probability for row in rows]
""",
    ("core.analysis.inside.readouts",),
    "stream",
)
