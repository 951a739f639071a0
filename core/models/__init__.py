"""The models that ship trained: what each can do, where it lies, how to get it.

`core.models.translator`, `.minilm` and `.toy` each have a `load()`; they are imported when first named.
"""

from importlib import import_module

from core.models.archive import Unavailable
from core.models.catalogue import CATALOGUE, Entry, load, reply

__all__ = ["CATALOGUE", "Entry", "Unavailable", "load", "reply"]
_PARTS = frozenset({"minilm", "toy", "translator"})


def __getattr__(name: str):
    if name in _PARTS:
        return import_module(f"core.models.{name}")
    raise AttributeError(f"module 'core.models' has no attribute {name!r}")
