"""axe finds nothing serious or critical in what is opened on a page either; and it would find it."""

import pytest

from tests.browser.access import grave
from tests.browser.rest import listen, settle


@pytest.fixture(scope="module")
def look(browser, address):
    """A function: open a page of the app in a window in which all of it is seen, and wait until it is at rest.

    axe judges no colour that is scrolled out of view.
    """
    context = browser.new_context(viewport={"width": 1280, "height": 12_000})
    page = context.new_page()
    listen(page)

    def look(name: str):
        page.goto(f"{address}/{name}")
        settle(page)
        return page

    yield look
    context.close()


def test_an_opened_drawer_has_nothing_grave(look):
    page = look("scaling")
    page.get_by_text("Data", exact=True).first.click()
    page.get_by_role("button", name="Download CSV").wait_for()
    settle(page)
    assert grave(page) == []


def test_what_is_grave_is_found(look):
    page = look("scaling")
    page.evaluate("document.querySelector('h1').style.color = '#ccc'")
    assert [line.partition(":")[0] for line in grave(page)] == ["color-contrast"]


def luminance(colour: str) -> float:
    """The relative luminance of sRGB, as WCAG 2 defines it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def test_no_colour_is_both_text_on_the_dark_background_and_under_white():
    """Contrast is (lighter + 0.05) / (darker + 0.05): as text it must be light, under white dark; 4.5 is too much."""
    as_text = 4.5 * (luminance("#1C1A18") + 0.05) - 0.05
    under_white = (1 + 0.05) / 4.5 - 0.05
    assert as_text > under_white
