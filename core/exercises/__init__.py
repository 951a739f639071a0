"""What the pages ask under "Predict, then reveal": a module a page, named as the page, with a function a question.

Such a function draws the question's numbers from the random generator that it is given, and has `core` compute the
answer. A module is imported when it is first named.

Example:
    >>> from random import Random
    >>> from core import exercises
    >>> exercises.tokenization.tokens_after_two_merges(Random(1)).unit
    'tokens'
"""

from importlib import import_module
from pathlib import Path

from core.exercises.question import Question

__all__ = ["Question"]
_PAGES = frozenset(file.stem for file in Path(__file__).parent.glob("*.py"))


def __getattr__(name: str):
    if name in _PAGES:
        return import_module(f"core.exercises.{name}")
    raise AttributeError(f"module 'core.exercises' has no attribute {name!r}")
