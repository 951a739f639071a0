"""Every question that a link can name: made once, for all tests that look at them."""

import ast
from collections.abc import Callable
from functools import cache
from importlib import import_module

from core.exercises import LAST, Draw, Question
from core.ui.contents import ROOT

NUMBERS = range(1, LAST + 1)
FOLDER = ROOT / "core" / "exercises"
STEMS = sorted(file.stem for file in FOLDER.glob("*.py") if (ROOT / "pages" / file.name).exists())


def makers(stem: str) -> dict[str, Callable[[Draw], Question]]:
    """The exercises of a page, in the order in which they stand in the file."""
    tree = ast.parse((FOLDER / f"{stem}.py").read_text(encoding="utf-8"))
    names = [one.name for one in tree.body if isinstance(one, ast.FunctionDef) and not one.name.startswith("_")]
    return {name: getattr(import_module(f"core.exercises.{stem}"), name) for name in names}


@cache
def questions(stem: str, name: str) -> tuple[Question, ...]:
    """All questions of an exercise, in the order of their numbers."""
    return tuple(makers(stem)[name](Draw(number)) for number in NUMBERS)


EXERCISES = [(stem, name) for stem in STEMS for name in makers(stem)]
