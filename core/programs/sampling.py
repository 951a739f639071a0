"""The programs of the page `sampling`."""

from core.programs.program import Program

RULES = Program(
    """
from core.decoding import filter_logits

stages = filter_logits($logits, temperature=$t, top_k=$k, top_p=$p)
print(stages.tempered, stages.top_k, stages.top_p, sep="\\n")
result = stages.top_p
""",
    ("core.decoding.filter_logits",),
)

TRANSLATOR = Program(
    """
from core.decoding import filter_logits
from core.models import translator

model = translator.load()
logits = model.trace(model.translate($text)).logits[0, $step]
stages = filter_logits(logits, temperature=$t, top_k=$k, top_p=$p)
result = stages.top_p[$ids]
""",
    ("core.decoding.filter_logits",),
)

BEAM = Program(
    """
from core.decoding import ranked
from core.models import translator

model = translator.load()
hypotheses = ranked(model.search($text, beams=$beams, length_penalty=$alpha), $beams)
print(*(model.vocabulary.text(h.ids) for h in hypotheses), sep="\\n")
result = [h.score for h in hypotheses]
""",
    ("core.decoding.beam_search",),
    "beam",
)
