"""The app where others put it: a base path that ends in a page's name, a proxy, a folder with umlauts, plain http."""

import csv
import shutil

import pytest

from core.ui.contents import ROOT
from core.ui.copying import BY_HAND
from tests.browser.conftest import (
    CAMPUS,
    console_errors,
    link_to_this_view,
    main_text,
    open_link,
    query,
    running,
)  # fmt: skip
from tests.browser.proxy import proxy
from tests.browser.rest import PATIENCE, answered

FOLDER = "Ein Ordner mit Umlauten äöü"
BASE = "kurs/sampling"
# Waits for the clipboard to hold a text; gives what it holds instead when the time is over, or null.
CLIPBOARD = """async ([text, milliseconds]) => {
    const end = performance.now() + milliseconds;
    for (;;) {
        const held = await navigator.clipboard.readText();
        if (held === text) return null;
        if (performance.now() > end) return held;
        await new Promise(requestAnimationFrame);
    }
}"""
PARTS = ("app.py", "pages", "core", ".streamlit")


@pytest.fixture(scope="module")
def moved(tmp_path_factory):
    """A server for a copy of the project in such a folder, started in yet another folder."""
    folder, elsewhere = tmp_path_factory.mktemp("moved") / FOLDER, tmp_path_factory.mktemp("elsewhere")
    folder.mkdir()
    for part in PARTS:
        copy = shutil.copytree if (ROOT / part).is_dir() else shutil.copy
        copy(ROOT / part, folder / part)
    with running(folder / "app.py", base=BASE, folder=elsewhere) as address:
        yield address


@pytest.fixture(scope="module", params=["direct", "behind a proxy", "behind a proxy with a prefix"])
def place(moved, request):
    if request.param == "direct":
        yield moved
    else:
        with proxy(moved, "/extern" if "prefix" in request.param else "") as address:
            yield address


def test_every_way_to_a_page_keeps_the_base_path(visit, place):
    page = visit(f"{place}/")
    assert page.locator("h1").inner_text() == "The Transformer, taken apart"
    with answered(page):
        page.get_by_role("link", name="Attention as a lookup").last.click()
    assert page.evaluate("location.href") == f"{place}/lookup"
    assert link_to_this_view(page) == f"{place}/lookup", "opened from the contents"
    with answered(page):
        page.get_by_role("link", name="Sampling").last.click()  # the page before, whose name the base path ends in
    assert link_to_this_view(page) == f"{place}/sampling", "opened from another page"
    with answered(page):
        page.get_by_role("slider", name="Temperature").press("ArrowRight")
    link = link_to_this_view(page)
    assert link == f"{place}/sampling?temperature=0.85"
    again = visit(link)
    assert query(again) == "?temperature=0.85" and "at T = 0.85" in main_text(again)
    assert not console_errors(page) and not console_errors(again)


@pytest.mark.parametrize("name", ["nope", "relookup"])
def test_an_unknown_address_leads_to_the_contents(visit, place, name):
    page = visit(f"{place}/{name}")
    assert f"There is no page named “{name}”" in main_text(page)
    assert page.locator("[role=dialog]").count() == 0
    with answered(page):
        page.get_by_role("link", name="Sampling").last.click()
    assert link_to_this_view(page) == f"{place}/sampling"


def test_a_table_can_be_downloaded(visit, place, tmp_path):
    page = visit(f"{place}/sampling")
    page.get_by_text("Data", exact=True).first.click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download CSV").first.click()
    download.value.save_as(tmp_path / "table.csv")
    with (tmp_path / "table.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.reader(file))
    assert rows[0][:2] == ["candidate", "logit"] and rows[1][0] == "transduction"


def test_theme_and_settings_are_those_beside_the_app_not_those_of_the_working_directory(visit, moved):
    page = visit(f"{moved}/")
    ground = page.evaluate("getComputedStyle(document.querySelector('[data-testid=stApp]')).backgroundColor")
    assert ground == "rgb(250, 247, 241)"


def test_cpy_01_over_plain_http_the_link_can_be_selected_and_no_button_promises_to_copy_it(visit, moved):
    place = moved.replace("127.0.0.1", CAMPUS)
    page = visit(f"{place}/sampling?temperature=0.5")
    assert not page.evaluate("isSecureContext")
    link = f"{place}/sampling?temperature=0.5"
    foot = open_link(page)
    foot.get_by_text(BY_HAND).wait_for()
    shown = foot.get_by_text(link, exact=True)
    shown.click(click_count=3)
    assert page.evaluate("getSelection().toString().trim()") == link
    assert foot.locator("[data-testid=stCode]").count() == 0 and foot.get_by_role("button").count() == 0


def test_where_the_browser_lets_a_page_copy_the_button_does(visit, moved):
    page = visit(f"{moved}/sampling?temperature=0.5")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=moved.removesuffix(f"/{BASE}"))
    foot = open_link(page)
    code = foot.locator("[data-testid=stCode]", has_text=f"{moved}/sampling")
    code.hover()
    code.get_by_role("button").click()
    assert page.evaluate(CLIPBOARD, [f"{moved}/sampling?temperature=0.5", PATIENCE]) is None
    assert foot.get_by_text(BY_HAND).count() == 0
