"""The programs of the page `positions`."""

from core.programs.program import Program

ENCODING = Program(
    """
from core.transformer import sinusoidal_positions

table = sinusoidal_positions(512, 512)
result = table[$p, $even:$end].tolist()
""",
    ("core.transformer.sinusoidal_positions",),
)

TURN = Program(
    """
from core.analysis.sinusoids import shift

moved = shift($k, 512)
print(moved.error)
result = moved.matrix[$first:$end, $first:$end].tolist()
""",
    ("core.analysis.sinusoids.shift_matrix",),
    "turn",
)

SCORES = Program(
    """
from core.analysis.sinusoids import after_matrices

found = after_matrices($k, 512)
print(found.peaks)
result = found.turned
""",
    ("core.analysis.sinusoids.after_matrices",),
    "scores",
)

SHUFFLED = Program(
    """
from core.analysis.sinusoids import permutation_check
from core.text import WordVectors

vectors = WordVectors.load()
x = [vectors[word].tolist() for word in $words]
result = permutation_check(x, $order, positions=True).per_word
""",
    ("core.analysis.sinusoids.permutation_check",),
    "shuffle",
)

SENTENCE = Program(
    """
from core.analysis.inside import embedded_source
from core.analysis.sinusoids import added_positions
from core.models import translator

model = translator.load()
trace = model.trace(model.translate($text))
result = added_positions(embedded_source(trace)).degrees
""",
    ("core.analysis.sinusoids.added_positions",),
    "sentence",
)
