"""One server for the tests of a file, shared by all its readers as in a course."""

from collections.abc import Iterator

import pytest

from core.ui.contents import ROOT, every_page
from tests.server import Server, serving


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serving(ROOT / "app.py") as server:
        yield server


def pytest_generate_tests(metafunc):
    """A test that asks for `stem` runs once for every page."""
    if "stem" in metafunc.fixturenames:
        metafunc.parametrize("stem", ["", *(row.stem for row in every_page())])  # "": the first page
