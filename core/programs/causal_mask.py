"""The programs of the page `causal_mask`."""

from core.programs.program import Program

MASK = Program(
    """
from core.analysis.masking import example_scores, masked_softmax, painted_mask

mask = painted_mask($rule, $t, $cells)  # True = may attend
result = masked_softmax(example_scores($scores, $t), mask).weights
print(result)
""",
    ("core.analysis.masking.masked_softmax", "core.transformer.attention"),
)

LEAKS = Program(
    """
from core.analysis.masking import leak_test, painted_mask

result = leak_test(painted_mask($rule, $t, $cells), n_layers=$layers)  # [outputs, changed token]
print(result)
""",
    ("core.analysis.masking.leak_test",),
    "leaks",
)

BEGINNINGS = Program(
    """
from core.analysis.masking import beginnings_apart
from core.models import translator

model = translator.load()
translation = model.translate($text)
trace = model.trace(translation)
target = translation.target_ids[: trace.logits.shape[1]]
print(beginnings_apart(model.model, translation.source_ids, target))
result = trace.decoder[$layer].self_attn.weights[0, $head]  # layers and heads count from 0 here
""",
    ("core.analysis.masking.beginnings_apart",),
    "sentence",
)

TRAINING = Program(
    """
from core.training import train_with

run = train_with($rule, seed=$seed)
result = [run.trained_loss, run.honest_loss, run.legal]
print(result, *run.samples)
""",
    ("core.training.train_with",),
    "training",
)
