"""The programs of the page `embeddings`."""

from core.programs.program import Program

COSINE = Program(
    """
from core.text import WordVectors

vectors = WordVectors.load()
result = [vectors.cosine($a, $b), vectors.angle($a, $b)]
""",
    ("core.text.cosine", "core.text.angle"),
)

NEAREST = Program(
    """
from core.text import WordVectors

found = WordVectors.load().analogy($a, $b, $c, 6)
print(found)
result = [cosine for word, cosine in found]
""",
    ("core.text.WordVectors.analogy",),
    "analogy",
)

TABLE = Program(
    """
from core.models import translator

model = translator.load()
token = translator.word_tokens(model, $word)[0]
found = translator.nearest_tokens(model, token, 10)
print([one.label for one in found])
result = [one.cosine for one in found]
""",
    ("core.models.translator.nearest_tokens",),
    "table",
)

SENTENCE = Program(
    """
from core.models import translator

model = translator.load()
result = translator.sentence_rows(model, model.source_ids($text)).cosines
""",
    ("core.models.translator.sentence_rows",),
    "sentence",
)

SENSES = Program(
    """
from core.models import minilm

cosines = minilm.sense_cosines(minilm.load(), $sentences, "bank")
result = cosines[$layer]
""",
    ("core.models.minilm.sense_cosines",),
    "senses",
)
