"""A real server and a real browser. Without Chromium these tests are skipped, except where CI is "true"."""

import os
import re
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from core.ui.contents import ROOT
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


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """One server for the tests of a file."""
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


@pytest.fixture
def visit(browser) -> Iterator[Callable]:
    """A function: open an address in a browser of its own and wait until the page has been drawn."""
    contexts = []

    def visit(address: str, width: int = 1280, theme: str = "light"):
        context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=theme)
        contexts.append(context)
        context.set_default_timeout(300_000)
        page = context.new_page()
        page.errors = []
        page.on("console", lambda m: page.errors.append(m.text) if m.type == "error" else None)
        page.on("pageerror", lambda error: page.errors.append(str(error)))
        page.goto(address)
        settle(page)
        return page

    yield visit
    for context in contexts:
        context.close()


def settle(page, limit: float = 300) -> None:
    """Wait until the script has ended and the page no longer changes. The limit is for machines that do much else."""
    page.wait_for_selector("[data-testid=stApp]", timeout=limit * 1000)
    page.wait_for_timeout(700)  # for what was just done to reach the server
    end, calm, last = time.monotonic() + limit, 0, None
    while calm < 4 and time.monotonic() < end:
        state = _state(page)
        calm = calm + 1 if state == last and state and state[0] == "notRunning" else 0
        last = state
        page.wait_for_timeout(150)
    assert calm >= 4, "the page did not come to rest"


def _state(page) -> list | None:
    """What must not change any more; None while the browser loads the page again."""
    try:
        return page.evaluate(
            """() => [document.querySelector('[data-testid=stApp]')?.getAttribute('data-test-script-state'),
                      document.querySelector('[data-testid=stMain]')?.innerText, location.href,
                      document.querySelectorAll('svg, canvas').length]"""
        )
    except Exception as problem:
        if "navigation" in str(problem):
            return None
        raise


def main_text(page) -> str:
    """All text of the page but the sidebar's."""
    return page.inner_text("[data-testid=stMain]")


def open_link(page):
    """Open the link at the foot; gives the place that shows it."""
    page.get_by_role("button", name="Link to this view").click()
    body = page.locator("[data-testid=stPopoverBody]")
    body.locator("[data-testid=stCode], [data-testid=stText]").first.wait_for()
    return body


def link_to_this_view(page) -> str:
    """Open the link at the foot, read it, and close it again."""
    body = open_link(page)
    link = body.locator("[data-testid=stCode], [data-testid=stText]").first.inner_text().strip()
    page.keyboard.press("Escape")
    body.wait_for(state="detached")
    settle(page)
    return link


def query(page) -> str:
    """The query of the address, decoded."""
    return page.evaluate("decodeURIComponent(location.search)")


def console_errors(page) -> list[str]:
    return [error for error in page.errors if not BENIGN.search(error) and "404" not in error]
