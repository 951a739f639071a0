"""What the essays count, derive and measure about the Transformer: arrays and numbers in frozen records.

counting   parameters, operations, bytes: in closed form, and counted while a real layer runs
attention  what one head does: scores, softmax and its derivative, shapes, and why scores are scaled
masking    masks that can be painted, and whether they leak
caching    decoding with a cache beside decoding without one: what differs, what it costs, how it breaks
depth      one block step by step, and how signal and gradient pass through a stack of them
sinusoids  what the paper's positions can do
inside     the tensors of a trained model's pass, part by part
spread     what seeds do to a quantity (a file, not a room)

A room is imported when it is first named. So are the few names that stand here themselves.

Example:
    >>> from core import analysis
    >>> analysis.parameter_count is analysis.counting.parameter_count
    True
"""

from importlib import import_module

_ROOMS = frozenset({"attention", "caching", "counting", "depth", "inside", "masking", "sinusoids", "spread"})
_NAMES = {
    "ParameterCount": "counting",
    "parameter_count": "counting",
    "LayerFlops": "counting",
    "layer_flops": "counting",
    "kv_cache_bytes": "counting",
    "softmax_jacobian": "attention",
}


def __getattr__(name: str):
    if name in _ROOMS:
        return import_module(f"core.analysis.{name}")
    if name in _NAMES:
        return getattr(import_module(f"core.analysis.{_NAMES[name]}"), name)
    raise AttributeError(f"module 'core.analysis' has no attribute {name!r}")
