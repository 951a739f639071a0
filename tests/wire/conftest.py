"""One server for the tests of a file, shared by all its readers as in a course."""

from collections.abc import Iterator

import pytest

from core.ui.contents import ROOT
from tests.server import Server, serving


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serving(ROOT / "app.py") as server:
        yield server
