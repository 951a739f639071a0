"""No test sleeps and hopes that what it needs will have come: held by reading the source of the tests.

What may sleep is a loop that looks each time whether it has come. What is measured in silence is no test.
"""

import ast
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
FILES = [file for file in sorted(TESTS.rglob("*.py")) if TESTS / "benchmarks" not in file.parents]


def hopes(source: str) -> list[str]:
    """Every wait for a time outside a loop, and every one of Playwright's."""
    tree = ast.parse(source)
    loops = [node for node in ast.walk(tree) if isinstance(node, ast.While | ast.For)]
    looked_for = {id(node) for loop in loops for node in ast.walk(loop)}
    calls = [(node, ast.unparse(node.func)) for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return [
        ast.unparse(node)
        for node, name in calls
        if name.endswith("wait_for_timeout") or (name.rpartition(".")[2] == "sleep" and id(node) not in looked_for)
    ]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.relative_to(TESTS).as_posix())
def test_no_test_sleeps_and_hopes(file):
    assert hopes(file.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("source", ["time.sleep(1)", "sleep(0.1)", "while changes():\n    page.wait_for_timeout(700)"])
def test_the_test_finds_a_hope(source):
    assert hopes(source)


def test_a_loop_that_looks_may_sleep():
    assert not hopes("while not there():\n    time.sleep(0.1)")
