"""The programs for the reader: what they name is there, and every page shows its own under different names."""

import ast
import re
from importlib import import_module
from string import Template

import pytest

from core.programs import Program
from core.ui.contents import PAGES, ROOT

MODULES = sorted(
    file.stem for file in (ROOT / "core" / "programs").glob("*.py") if file.stem not in ("__init__", "program")
)


def programs(stem: str) -> dict[str, Program]:
    module = import_module(f"core.programs.{stem}")
    return {name: value for name, value in vars(module).items() if isinstance(value, Program)}


@pytest.mark.parametrize("stem", MODULES)
def test_every_program_is_python_and_sets_its_result(stem):
    for name, program in programs(stem).items():
        names = re.findall(r"\$(\w+)", program.text)
        tree = ast.parse(program.at(**dict.fromkeys(names, 1)))
        assigned = [
            ast.unparse(target) for node in tree.body if isinstance(node, ast.Assign) for target in node.targets
        ]
        assert "result" in assigned, name
        assert Template(program.text).is_valid()


@pytest.mark.parametrize("stem", MODULES)
def test_every_source_is_a_function_of_core(stem):
    for name, program in programs(stem).items():
        assert program.sources, name
        for source, function in zip(program.sources, program.functions(), strict=True):
            assert callable(function) and function.__name__ == source.split(".")[-1]


@pytest.mark.parametrize("stem", MODULES)
def test_a_page_shows_every_program_of_its_module_and_no_other(stem):
    page = (PAGES / f"{stem}.py").read_text(encoding="utf-8")
    assert set(re.findall(rf"core\.programs\.{stem}\.(\w+)", page)) == set(programs(stem))
    assert set(re.findall(r"core\.programs\.(\w+)\.", page)) == {stem}


def test_every_module_belongs_to_a_page():
    assert set(MODULES) <= {file.stem for file in PAGES.glob("*.py")}


def test_a_value_that_a_program_does_not_get_is_an_error():
    with pytest.raises(KeyError):
        Program("result = $x").at(y=1)
