"""The questions of the pages: each is the same under the same number, has an answer, and is asked on its page."""

import inspect
import math
import re
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from random import Random

import pytest

from core.exercises import Question
from core.ui.contents import PAGES, ROOT
from core.ui.exercise import LAST_QUESTION

MODULES = sorted(
    file.stem for file in (ROOT / "core" / "exercises").glob("*.py") if file.stem not in ("__init__", "question")
)


def questions(stem: str) -> dict[str, Callable[[Random], Question]]:
    module = import_module(f"core.exercises.{stem}")
    return {
        name: value
        for name, value in inspect.getmembers(module, inspect.isfunction)
        if value.__module__ == module.__name__
    }


@pytest.mark.parametrize("stem", MODULES)
def test_a_number_names_one_question(stem):
    for name, ask in questions(stem).items():
        for number in range(1, LAST_QUESTION + 1):
            assert ask(Random(number)) == ask(Random(number)), (name, number)


@pytest.mark.parametrize("stem", MODULES)
def test_every_answer_is_one_of_the_choices_or_a_number(stem):
    for name, ask in questions(stem).items():
        for question in (ask(Random(number)) for number in range(1, LAST_QUESTION + 1)):
            answer = question.answer
            assert answer in question.choices if question.choices else math.isfinite(answer), name
            assert question.text and question.working, name


@pytest.mark.parametrize("stem", MODULES)
def test_a_page_asks_every_question_of_its_module_and_no_other(stem):
    page = (PAGES / f"{stem}.py").read_text(encoding="utf-8")
    assert set(re.findall(rf"core\.exercises\.{stem}\.(\w+)", page)) == set(questions(stem))
    assert set(re.findall(r"core\.exercises\.(\w+)\.", page)) == {stem}


def test_every_page_with_an_exercise_has_a_module_of_its_name():
    assert set(MODULES) == {
        file.stem for file in PAGES.glob("*.py") if "ui.exercise(" in file.read_text(encoding="utf-8")
    }


def test_to_name_the_package_loads_no_question():
    code = (
        "import sys, core.exercises; print([name for name in sys.modules if name in ('torch', 'core.exercises.flops')])"
    )
    said = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    assert said.stdout == "[]\n"
