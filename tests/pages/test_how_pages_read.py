"""What a reader of a page's code can rely on."""

import ast
from pathlib import Path

import pytest

from core.ui.contents import PAGES

FILES = sorted(PAGES.glob("*.py"))


def lines(file: Path) -> int:
    return len(file.read_text(encoding="utf-8").splitlines())


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_page_can_be_held_in_the_head(file):
    assert lines(file) < 350


def test_most_pages_are_short():
    assert sum(lines(file) < 250 for file in FILES) >= 10


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_function_of_a_page_can_be_read_at_once(file):
    """Prose aside: what a function does to draw its section."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef):
            assert node.end_lineno - node.lineno + 1 - prose(node) <= 40, node.name


def prose(function: ast.FunctionDef) -> int:
    """The lines of a function that are text for the reader of the app."""
    texts = [node for node in ast.walk(function) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    return sum(node.end_lineno - node.lineno for node in texts)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_no_function_of_a_page_is_shadowed(file):
    """A name that stands for a function of the page stands for nothing else in it."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    functions = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    stored = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    parameters = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    assert not functions & (stored | parameters)


def test_what_is_kept_is_kept_in_one_way():
    """`ui.kept` has one store a function, so wherever a function is kept it is with the same options."""
    options: dict[str, set[str]] = {}
    for page in FILES:
        for node in ast.walk(ast.parse(page.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "ui.kept":
                said = {keyword.arg: ast.unparse(keyword.value) for keyword in node.keywords}
                options.setdefault(ast.unparse(node.args[0]), set()).add(str(sorted(said.items())))
    assert options and all(len(found) == 1 for found in options.values()), options


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_groups_are_not_nested_deeper_than_they_can_be_told(file):
    """A group may call groups that call groups, on the page about attention only groups: deeper, and nobody knows what
    a move redraws."""
    functions = {
        node.name: node
        for node in ast.parse(file.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef)
    }
    groups = {
        name for name, node in functions.items() if any(ast.unparse(one) == "ui.group" for one in node.decorator_list)
    }

    def depth(name: str) -> int:
        called = {ast.unparse(node.func) for node in ast.walk(functions[name]) if isinstance(node, ast.Call)}
        return (name in groups) + max((depth(one) for one in called & functions.keys() - {name}), default=0)

    assert max(map(depth, functions), default=0) <= (2 if file.stem == "attention" else 3)
