"""What the pages show under "Run this yourself": a module a page, named as the page. Imports nothing heavy."""

from importlib import import_module
from pathlib import Path

from core.programs.program import Program

__all__ = ["Program"]
_PAGES = frozenset(file.stem for file in Path(__file__).parent.glob("*.py"))


def __getattr__(name: str):
    if name in _PAGES:
        return import_module(f"core.programs.{name}")
    raise AttributeError(f"module 'core.programs' has no attribute {name!r}")
