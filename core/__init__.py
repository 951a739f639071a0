"""The Transformer of "Attention Is All You Need", and what two essays need to explain it.

`import core` costs nothing: each part is imported when it is first named, so a page can put its text on screen while
torch is still loading.

Example:
    >>> import core
    >>> core.transformer.causal_mask(2).tolist()
    [[True, False], [True, True]]
"""

from importlib import import_module

_PARTS = frozenset(
    {"analysis", "charts", "course", "decoding", "exercises", "glossary"}
    | {"models", "programs", "text", "training", "transformer", "ui"}
)


def __getattr__(name: str):
    if name in _PARTS:
        return import_module(f"core.{name}")
    raise AttributeError(f"module 'core' has no attribute {name!r}")
