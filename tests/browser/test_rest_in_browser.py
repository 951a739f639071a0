"""What the other tests wait for: rest is reached when all is done, whenever that is, and not before."""

from pathlib import Path

import pytest

from tests.browser.conftest import main_text, running
from tests.browser.rest import answered, listen, settle

CHARTS = "**/ArrowVegaLiteChart*.js"  # the script that draws charts, which a page fetches when it has one


@pytest.fixture(scope="module")
def server():
    with running(Path(__file__).with_name("slow_page.py")) as address:
        yield address


@pytest.fixture
def gate(tmp_path) -> Path:
    return tmp_path / "open"


def missing(page) -> str | None:
    """What keeps the page from being at rest just now."""
    return page.evaluate("rest.reached(0)")


def test_rest_waits_for_a_run_however_long_it_takes_and_for_no_timer(visit, server, gate):
    page = visit(f"{server}/?gate={gate}")
    with answered(page):
        page.get_by_role("slider", name="Level").press("ArrowRight")
        page.wait_for_function("rest.account.asked > 1")
        assert missing(page) and "level 1" not in main_text(page)
        gate.touch()
    assert "level 1" in main_text(page)
    assert page.evaluate("rest.account.asked") == 2, "the clock's runs are not asked for by the reader"


def test_a_move_is_waited_for_before_the_browser_asks(visit, server, gate):
    """A slider keeps still for a while before it asks."""
    gate.touch()
    page = visit(f"{server}/?gate={gate}")
    for level in range(1, 4):
        with answered(page):
            page.get_by_role("slider", name="Level").press("ArrowRight")
        assert f"level {level}" in main_text(page)


def test_rest_waits_until_charts_are_drawn(readers, server, gate):
    page, held = readers(1280, "light").new_page(), []
    listen(page)
    page.route(CHARTS, lambda route: held.append(route))
    with page.expect_request(CHARTS):
        page.goto(f"{server}/?gate={gate}")
    page.get_by_text("level 0").wait_for()
    page.locator("[data-testid=stSkeleton]").first.wait_for()
    assert missing(page) and page.locator("svg.marks").count() == 0 and held
    for route in held:
        route.continue_()
    settle(page)
    assert page.locator("svg.marks").count() == 1
    page.close()
