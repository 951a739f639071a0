"""The programs of the page `kv_cache`."""

from core.programs.program import Program

MATRIX = Program(
    """
from core.analysis.attention import head_view
from core.models import translator

model = translator.load()
trace = model.trace(model.translate($text))
view = head_view(trace.decoder[$layer].self_attn, $head)  # layers and heads count from 0 here
result = view.weights[:$size, :$size]
""",
    ("core.analysis.attention.head_view",),
    "matrix",
)

COMPARE = Program(
    """
from core.analysis.caching import compare_cache
from core.models import translator

model = translator.load()
found = compare_cache(model.model, model.source_ids($text), $new)
print(found.same, max(found.differences))
result = found.multiply_adds
""",
    ("core.analysis.caching.compare_cache", "core.analysis.caching.step_cost"),
    "cache",
)

BROKEN = Program(
    """
from core.analysis.caching import broken_run
from core.models import translator

model = translator.load()
run = broken_run(model.model, model.source_ids($text), $new, $bug, $at)
print(run.differences)
result = run.broken_ids
""",
    ("core.analysis.caching.broken_run",),
    "broken",
)

MEMORY = Program(
    """
from core.analysis import kv_cache_bytes

result = kv_cache_bytes($layers, $length, $width, $heads, $kv_heads, bytes_per_value=$size, batch=$batch)
""",
    ("core.analysis.kv_cache_bytes",),
    "memory",
)
