"""Which claim of which page a test holds: said at the test, read from there, and shown under the page.

Example:
    @holds("attention", says="weights that sum to one", against="1, in float64", within="1e-12")
    def test_rows_sum_to_one(): ...
"""

import ast
import math
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def holds(*pages: str, says: str = "", shows: str = "", against: str, within: str = "exactly") -> Callable:
    """Mark a test as one that holds a claim. It runs as it did.

    pages    the stem of each page that claims it; "" for the first one
    says     words of the page's prose, as they stand there
    shows    or what its figures and numbers show, in our own words
    against  what the test compares with: another library, another route, a published figure
    within   how close it has to be
    """
    assert pages and bool(says) != bool(shows), "a claim of a page is said or shown"
    return lambda test: test


def collected() -> dict[str, list[dict]]:
    """Page -> what the tests say that they hold, as `core.evidence` takes it; read from their source.

    First what the page says, in its order, then what it shows.
    """
    from tests.evidence.prose import place  # not above: tests of what loads which library import this package

    found: dict[str, list[dict]] = {}
    for file in sorted((ROOT / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            for mark in marks(node):
                row = _row(mark, f"{file.relative_to(ROOT).as_posix()}::{node.name}")
                for page in map(ast.literal_eval, mark.args):
                    found.setdefault(page, []).append(row)
    return {
        page: sorted(rows, key=lambda row: place(page, row["claim"]) if row["said"] else math.inf)
        for page, rows in sorted(found.items())
    }


def marks(node: ast.AST) -> list[ast.Call]:
    """The `holds` among the decorators of a function."""
    decorators = getattr(node, "decorator_list", ())
    return [one for one in decorators if isinstance(one, ast.Call) and ast.unparse(one.func) == "holds"]


def _row(mark: ast.Call, test: str) -> dict:
    said = {keyword.arg: ast.literal_eval(keyword.value) for keyword in mark.keywords}
    claim = said.get("says") or said["shows"]
    return {
        "claim": claim,
        "said": "says" in said,
        "test": test,
        "against": said["against"],
        "within": said.get("within", "exactly"),
    }
