"""axe finds nothing serious or critical on any page, in light and in dark, but what Streamlit itself writes."""

import pytest

from core.ui.contents import every_page
from tests.browser.rest import listen, settle

axe_playwright = pytest.importorskip("axe_playwright_python.sync_playwright")

PAGES = ["", *(row.stem for row in every_page())]
GRAVE = {"serious", "critical"}
# rule -> elements in which Streamlit writes what breaks it, and on which the app has no say.
STREAMLITS = {
    # The list of pages is a <ul> whose children are <div>s, and these hold the <li>s.
    "list": "[data-testid=stSidebarNavItems]",
    "listitem": "[data-testid=stSidebarNavItems]",
    # It writes the chosen value in the very colour on which its buttons carry white text. On the dark background no
    # colour is 4.5 : 1 to both (see the test below); ours is 3.6 : 1 as text, 4.9 : 1 under white.
    # And the name of a compact expander at rest it shows at an opacity of 0.6, whatever its colour: 3.95 : 1 in light.
    "color-contrast": "[data-testid=stSliderThumbValue], [data-testid=stButtonGroup] [data-selected=true], summary",
}


@pytest.fixture(scope="module")
def look(browser, address):
    """A function: open a page of the app in a window in which all of it is seen, and wait until it is at rest.

    axe judges no colour that is scrolled out of view.
    """
    context = browser.new_context(viewport={"width": 1280, "height": 12_000})
    page = context.new_page()
    listen(page)

    def look(name: str):
        page.emulate_media(color_scheme="light")
        page.goto(f"{address}/{name}")
        settle(page)
        return page

    yield look
    context.close()


def grave(page, *rules: str) -> list[str]:
    """What axe finds on the page by these rules, or by all: one line an element, the rule, what is wrong, where."""
    only = {"runOnly": {"type": "rule", "values": list(rules)}} if rules else {}
    found = axe_playwright.Axe().run(page, options={"resultTypes": ["violations"], **only}).response["violations"]
    return [
        f"{rule['id']}: {node['failureSummary']} {node['html'][:200]}"
        for rule in found
        if rule["impact"] in GRAVE
        for node in rule["nodes"]
        if not _is_streamlits(page, rule["id"], node["target"][0])
    ]


def _is_streamlits(page, rule: str, target: str) -> bool:
    inside = "([target, inside]) => Boolean(document.querySelector(target).closest(inside))"
    return rule in STREAMLITS and page.evaluate(inside, [target, STREAMLITS[rule]])


@pytest.mark.parametrize("name", PAGES)
def test_nothing_grave_on_the_page(look, name):
    page = look(name)
    assert page.evaluate("document.querySelector('[data-testid=stMain]').scrollHeight") <= 12_000
    assert grave(page) == []
    page.emulate_media(color_scheme="dark")
    page.wait_for_function("getComputedStyle(document.querySelector('[data-testid=stApp]')).colorScheme === 'dark'")
    settle(page)
    assert grave(page, "color-contrast") == []  # what the theme changes


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
