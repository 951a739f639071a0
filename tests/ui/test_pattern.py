"""The page that the docstring of core.ui shows, with its program and its question: they run as they stand there."""

import ast
import re
from textwrap import dedent
from types import ModuleType

import numpy as np
from streamlit.testing.v1 import AppTest

import core.exercises
import core.programs
from core import ui
from core.exercises import KINDS, Draw
from core.ui import contents
from core.ui.code_view import SNIPPETS_KEY


def blocks() -> list[str]:
    """The three files of the pattern: each begins with its docstring and ends where the prose goes on."""
    return [dedent(block) for block in re.findall(r'^    """.*?(?=^\S)', ui.__doc__, re.MULTILINE | re.DOTALL)]


def module(name: str, source: str) -> ModuleType:
    made = ModuleType(name)
    exec(compile(source, name, "exec"), vars(made))
    return made


def test_the_pattern_of_a_page_runs(monkeypatch):
    page, programs, questions = blocks()
    row = contents.Section("temperature", "Temperature", contents.PAPER, "What dividing the logits does.")
    monkeypatch.setattr(contents, "ALL_SECTIONS", (row,))
    monkeypatch.setattr(contents, "sections", lambda: (row,))  # though it has no file
    monkeypatch.setattr(core.programs, "temperature", module("programs", programs), raising=False)
    monkeypatch.setattr(core.exercises, "temperature", module("questions", questions), raising=False)
    app = AppTest.from_string(page, default_timeout=120)
    app.session_state["_via_app"] = True
    app.run()
    assert not app.exception
    ((program, shown),) = app.session_state[SNIPPETS_KEY].values()
    names: dict = {}
    exec(program, names)
    np.testing.assert_allclose(names["result"], shown)
    assert any("How likely is the first" in block.value for block in app.markdown)


def test_the_questions_of_the_pattern_have_an_answer():
    made = module("questions", blocks()[2])
    first, second, third = (getattr(made, name)(Draw(1)) for name in ("first_share", "fair_enough", "order"))
    assert (first.kind, second.kind, third.kind) == KINDS
    assert 0 < first.answer < 1 and 0.1 <= second.answer <= 2 and third.answer == "a"


def test_the_pattern_is_three_files():
    assert [ast.get_docstring(ast.parse(block)) is not None for block in blocks()] == [True] * 3
