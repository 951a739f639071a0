"""The programs of the page `architecture`."""

from core.programs.program import Program

PART = Program(
    """
from core.analysis.inside import part_view
from core.models import translator

model = translator.load()
translation = model.translate($text)
trace = model.trace(translation)
target = translation.target_ids[: trace.target_embedding.shape[1]]
view = part_view(model.model, trace, translation.source_ids, target, $part, $layer)  # layers count from 0 here
print(view.tensors[-1].values, view.parameters, view.flops)
result = view.tensors[-1].shape
""",
    ("core.analysis.inside.part_view",),
    "part",
)

COUNT = Program(
    """
from core.analysis.counting import base_count

count = base_count($biases, $norms, $shared)
print(count.encoder_layer, count.decoder_layer, count.tables)
result = count.total
""",
    ("core.analysis.counting.base_count", "core.analysis.parameter_count"),
    "parameters",
)

CUT = Program(
    """
from core.analysis.inside import lesion_costs
from core.models import translator
from core.transformer import Lesion

model = translator.load()
cut = [Lesion($stack, $layer, $part, head=$head)]  # layers and heads count from 0 here
whole = model.translate($text)
print(whole.text, model.translate($text, lesions=cut).text, sep="\\n")
result = lesion_costs(model.model, whole.source_ids, whole.target_ids, [cut])
""",
    ("core.analysis.inside.lesion_costs", "core.transformer.Lesion"),
    "cut",
)
