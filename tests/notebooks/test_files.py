"""The two files of a view: they run, say what was put in, and nobody's words become anything but words in them."""

import ast
import io
import json
import tokenize

import nbformat
import pytest

from core.notebooks import Code, Formula, Reading, View, notebook, script

WORDS = [
    "three quotes \"\"\" and ''' and a \\",
    "`tick` ``` fence ```` $x^2$ $$ \\(y\\) @@0@@ *star* _line_ # head",
    "<script>alert(1)</script> <img src=x onerror=alert(1)> &lt; [a](javascript:b)",
    "one\ntwo\rthree\u2028four\u2029five\x85six\x0cseven\x00eight",
    "\n# -*- coding: utf-7 -*-\nresult = 0\nimport os",
    "turned \u202e round \u2066 and \u2069, half \ud800 a character, שלום, 日本, 👩\u200d👧",
    "",
]


def view(words: str) -> View:
    said = Code("said", f"said = {words!r}\nresult = len(said)", len(words))
    twice = Code("said", f"result = {words!r}.count('a')", words.count("a"))
    pieces = (Formula((r"a_1 = \frac{1}{2}", rf"a_1 = \text{{{words}}}")), Reading(words, "Bars of Δ_ij."), said, twice)
    return View("transformer_page", "Why divide by √d_k", "http://host/page?text=%22%22%22", pieces)


@pytest.mark.parametrize("words", WORDS)
def test_the_python_file_gives_its_results_and_every_other_line_is_a_comment(words, capsys):
    content = script(view(words)).encode("utf-8")
    names = {"__name__": "taken"}
    exec(compile(content, "page.py", "exec"), names)
    assert [names[name]() for name in ("said", "said_")] == [len(words), words.count("a")]
    statements = [type(node).__name__ for node in ast.parse(content).body]
    assert statements == ["Expr", "FunctionDef", "FunctionDef", "If"]
    assert tokenize.detect_encoding(io.BytesIO(content).readline)[0] == "utf-8"
    exec(compile(content, "page.py", "exec"), {"__name__": "__main__"})
    assert capsys.readouterr().out == f"said\n{len(words)}\n\nsaid_\n{words.count('a')}\n\n"


@pytest.mark.parametrize("words", WORDS)
def test_the_notebook_is_valid_and_its_cells_give_its_results(words):
    book = nbformat.reads(notebook(view(words)).encode("utf-8").decode("utf-8"), as_version=4)
    nbformat.validate(book)
    names: dict = {}
    results = []
    for cell in book.cells:
        if cell.cell_type == "code":
            exec(cell.source, names)
            results.append(names["result"])
    assert results == [len(words), words.count("a")]


@pytest.mark.parametrize("words", WORDS)
def test_words_are_in_blocks_of_plain_text(words):
    """Taken out of their blocks, nothing of them is left: what remains is the same whatever they were."""
    assert _outside(view(words).pieces[1]) == _outside(view("plain").pieces[1])


def _outside(reading: Reading) -> list[str]:
    """The lines of the reading's cell that stand in no fenced block."""
    ((_, cell),) = enumerate(json.loads(notebook(View("n", "T", "a", (reading,))))["cells"][1:])
    lines, fence, outside = "".join(cell["source"]).split("\n"), "", []
    for line in lines:
        if fence:
            fence = "" if line.startswith(fence) and not line.strip("`") else fence
        elif line.startswith("```"):
            fence = line[: len(line) - len(line.lstrip("`"))]
        else:
            outside.append(line)
    assert not fence, "a block is not closed"
    return outside


def test_a_formula_with_a_dollar_sign_is_shown_and_not_set():
    sources = ["".join(cell["source"]) for cell in json.loads(notebook(view("$x$")))["cells"]]
    assert sources[1] == "$$\na_1 = \\frac{1}{2}\n$$\n\n```latex\na_1 = \\text{$x$}\n```"


def test_the_same_view_gives_the_same_bytes():
    assert notebook(view("a")) == notebook(view("a")) and script(view("a")) == script(view("a"))
    ids = [cell["id"] for cell in json.loads(notebook(view("a")))["cells"]]
    assert ids == [f"cell-{n}" for n in range(5)]


def test_a_view_without_programs_is_a_file_of_comments():
    content = script(View("transformer_page", "Title", "http://host", (Reading("It is so.", "Bars."),)))
    exec(content, {"__name__": "__main__"})
    assert "# It is so.\n" in content
