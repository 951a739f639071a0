"""The programs of the page `lookup`."""

from core.programs.program import Program

LOOKUP = Program(
    """
from core.analysis.attention import lookup, polar

keys = $keys
values = $values
queries = list(keys)
queries[$asker] = polar($angle, $length)
result = lookup(queries, keys, values, scaled=$scaled, causal=$masked).soft[$asker]
print(result)
""",
    ("core.analysis.attention.lookup",),
)
