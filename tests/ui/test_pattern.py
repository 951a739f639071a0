"""The page that the docstring of core.ui shows: it runs as it stands there, program and question included."""

import re
from textwrap import dedent

import numpy as np
from streamlit.testing.v1 import AppTest

from core import ui
from core.ui import contents
from tests.pages.driver import snippets


def pattern() -> str:
    """The page: from its docstring to where the prose goes on."""
    (page,) = re.findall(r'^    """.*?(?=^\S)', ui.__doc__, re.MULTILINE | re.DOTALL)
    return dedent(page)


def test_the_pattern_of_a_page_runs(monkeypatch):
    row = contents.Section("temperature", "Temperature", contents.PAPER, "What dividing the logits does.")
    monkeypatch.setattr(contents, "ALL_SECTIONS", (row,))
    monkeypatch.setattr(contents, "sections", lambda: (row,))  # though it has no file
    app = AppTest.from_string(pattern(), default_timeout=120)
    app.session_state["_via_app"] = True
    app.run()
    assert not app.exception
    ((program, shown),) = snippets(app).values()
    names: dict = {}
    exec(program, names)
    np.testing.assert_allclose(names["result"], shown)
    assert any("How likely is the first" in block.value for block in app.markdown)
