"""The programs of the page `feed_forward`."""

from core.programs.program import Program

TOY = Program(
    """
from core.analysis.inside import toy_layer

layer = toy_layer($x, $activation)
result = [layer.firing, layer.zeros]
""",
    ("core.analysis.inside.toy_layer",),
)

BENDS = Program(
    """
from core.analysis.inside import activate

values = $values
print(activate(values, "relu"))
result = activate(values, "gelu")
""",
    ("core.analysis.inside.activate",),
    "bends",
)

MEMORY = Program(
    """
from core.models import translator

found = translator.promoted(translator.load(), $stack, $layer, $unit)
print(found)
result = [score for token, score in found]
""",
    ("core.models.translator.promoted",),
    "memory",
)
