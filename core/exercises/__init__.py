"""What the pages ask under "Predict, then reveal": a module a page, named as the page, with three functions.

The first asks to predict a figure, the second to find one by working the page's controls, the third breaks what is
commonly misunderstood. Each draws the question's numbers from the generator that it is given, and has `core` compute
the answer. A module is imported when it is first named.

Example:
    >>> from core import exercises
    >>> exercises.tokenization.tokens_after_two_merges(exercises.Draw(1)).unit
    'tokens'
"""

from importlib import import_module
from pathlib import Path

from core.exercises.draw import LAST, Draw
from core.exercises.question import KINDS, Question

__all__ = ["KINDS", "LAST", "Draw", "Question"]
_PAGES = frozenset(file.stem for file in Path(__file__).parent.glob("*.py"))


def __getattr__(name: str):
    if name in _PAGES:
        return import_module(f"core.exercises.{name}")
    raise AttributeError(f"module 'core.exercises' has no attribute {name!r}")
