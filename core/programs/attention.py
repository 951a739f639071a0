"""The programs of the page `attention`."""

from core.programs.program import Program

HEAD = Program(
    """
from core.analysis.attention import head_view
from core.models import translator

model = translator.load()
trace = model.trace(model.translate($text))
part = getattr(getattr(trace, $stack)[$layer], $part)  # layers and heads count from 0 here
result = head_view(part, $head, scaled=$scaled, mask=$mask, row=$row).weights
""",
    ("core.analysis.attention.head_view", "core.transformer.attention"),
    "head",
)

ALIGN = Program(
    """
from core.analysis.attention import soft_alignment
from core.models import translator

model = translator.load()
translation = model.translate($text)
trace = model.trace(translation)
rows, columns = len(translation.target_ids) - 1, len(translation.source_ids)
result = soft_alignment(trace.decoder[$layer].cross_attn, rows=rows, columns=columns).weights
""",
    ("core.analysis.attention.soft_alignment",),
    "alignment",
)

RANK = Program(
    """
from core.models import minilm

result = minilm.margin_map(minilm.rank_heads(minilm.load(), $text, $pronoun, $nouns))
""",
    ("core.models.minilm.rank_heads",),
    "ranking",
)
