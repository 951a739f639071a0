"""The program of the first page."""

from core.programs.program import Program

STAGE = Program(
    """
from core.analysis.inside import attention_cuts, whole_pass
from core.models import translator

model = translator.load()
cuts = attention_cuts("cross", len(model.model.decoder.layers)) if $cut else ()
translation = model.translate($text, lesions=cuts)
trace = model.trace(translation, lesions=cuts)
passed = whole_pass(trace, translation.source_ids, translation.target_ids)
result = passed.numbers($stage, source=$source, output=$output)  # tokens count from 0
""",
    ("core.analysis.inside.whole_pass", "core.transformer.Transformer.trace"),
    "stage",
)
