"""A real server and a real browser. Without Chromium these tests are skipped, except where CI is "true"."""

import functools
import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from core.ui.contents import ROOT
from tests.browser.rest import answered, listen, settle
from tests.server import serving

CAMPUS = "campus.example"  # another name of this machine, to which the browser grants no more than to any host
FLAGS = [f"--host-resolver-rules=MAP {CAMPUS} 127.0.0.1"]
FLAGS += ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]
# What a deep link always asks for in vain, and what Streamlit would like to fetch from elsewhere.
BENIGN = re.compile(r"_stcore/(health|host-config)|fonts\.gstatic|favicon|webhooks\.fivetran|data\.streamlit")


def chromium_path() -> str | None:
    return os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")


@contextmanager
def running(script: Path, *, base: str = "", folder: Path = ROOT) -> Iterator[str]:
    """A fresh server for one app, under a base path and started in a folder; gives its address."""
    with serving(script, folder=folder, server_baseUrlPath=base) as server:
        yield server.address


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """One server for all tests that do not care who else reads, as in a course."""
    with running(ROOT / "app.py") as address:
        yield address


@pytest.fixture(scope="session")
def browser():
    sync_api = pytest.importorskip("playwright.sync_api")
    path = chromium_path()
    if path is None and os.environ.get("CI") != "true":
        pytest.skip("no Chromium here")
    with sync_api.sync_playwright() as play:
        browser = play.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def readers(browser) -> Callable:
    """A function: the reader with a window of this width and a theme, whose browser keeps what it has fetched."""
    return functools.cache(
        lambda width, theme: browser.new_context(viewport={"width": width, "height": 900}, color_scheme=theme)
    )


@pytest.fixture
def visit(readers) -> Iterator[Callable]:
    """A function: open an address in a tab of its own, which is a session of its own, and wait until it is at rest."""
    pages = []

    def visit(address: str, width: int = 1280, theme: str = "light"):
        page = readers(width, theme).new_page()
        pages.append(page)
        listen(page)
        note_errors(page)
        page.goto(address)
        settle(page)
        return page

    yield visit
    for page in pages:
        page.close()


def note_errors(page) -> None:
    """Keep what the browser reports as errors of a new page."""
    page.errors = []
    page.on("console", lambda m: page.errors.append(m.text) if m.type == "error" else None)
    page.on("pageerror", lambda error: page.errors.append(str(error)))


def main_text(page) -> str:
    """All text of the page but the sidebar's."""
    return page.inner_text("[data-testid=stMain]")


def open_link(page):
    """Open the link at the foot; gives the place that shows it."""
    with answered(page):
        page.get_by_role("button", name="Link to this view").click()
    body = page.locator("[data-testid=stPopoverBody]")
    body.locator("[data-testid=stCode], [data-testid=stText]").first.wait_for()
    return body


def link_to_this_view(page) -> str:
    """Open the link at the foot, read it, and close it again."""
    body = open_link(page)
    link = body.locator("[data-testid=stCode], [data-testid=stText]").first.inner_text().strip()
    with answered(page):
        page.keyboard.press("Escape")
        body.wait_for(state="detached")
    return link


def query(page) -> str:
    """The query of the address, decoded."""
    return page.evaluate("decodeURIComponent(location.search)")


def console_errors(page) -> list[str]:
    return [error for error in page.errors if not BENIGN.search(error) and "404" not in error]
