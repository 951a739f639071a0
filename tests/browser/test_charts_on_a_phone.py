"""Charts at 390 px: every text can be read, what is clicked can be hit, and names turn only when they must."""

from itertools import pairwise

import pytest

from core.ui.contents import sections
from tests.browser.rest import listen, settle

PAGES = [row.stem for row in sections()]  # those around the essays have no charts
# Of every chart: each text that is seen, with the height of its letters on the screen in pixels, however it is turned.
TEXTS = """() => [...document.querySelectorAll('[data-testid=stVegaLiteChart]')].map(chart =>
    [...chart.querySelectorAll('svg.marks text')]
        .filter(text => text.textContent && text.getAttribute('opacity') !== '0')
        .map(text => { const on = text.getScreenCTM();
                       return [text.textContent, Math.hypot(on.a, on.b) * parseFloat(getComputedStyle(text).fontSize)];
        }))"""
# The width and the height of the cells of the maps in a chart.
CELLS = """chart => [...new Set([...chart.querySelectorAll('.mark-rect.role-mark path')].map(cell => {
    const box = cell.getBoundingClientRect(); return Math.min(box.width, box.height); }))]"""
# Angle, and the box on the screen, of each name above the columns of a map.
NAMES = """chart => [...chart.querySelector('.role-axis-label').querySelectorAll('text')].map(name => {
    const box = name.getBoundingClientRect();
    return [/rotate/.test(name.getAttribute('transform')), box.left, box.right]; })"""


@pytest.fixture(scope="module")
def phone(browser, address):
    """A function: open a page of the app on a phone, and wait until it is at rest."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    listen(page)

    def phone(name: str):
        page.goto(f"{address}/{name}")
        settle(page)
        return page

    yield phone
    context.close()


@pytest.mark.parametrize("name", PAGES)
def test_every_text_in_a_chart_can_be_read(phone, name):
    page = phone(name)
    assert page.locator("[data-testid=stVegaLiteChart] canvas").count() == 0  # whose texts nobody could measure
    drawn = page.evaluate(TEXTS)
    assert drawn and all(drawn)  # each chart, each with words
    assert [(text, size) for chart in drawn for text, size in chart if size < 10.99] == []


LONG = "When the old king of the country died the people of the city went down to the sea."


@pytest.mark.parametrize(
    "link, key",
    [
        (f"attention?attention_text={LONG}", "attention_map"),
        ("attention?every_head=true", "coref_margins"),
        ("lookup", "lookup_matrix"),
        ("kv_cache", "kv_matrix"),
        ("shapes", "shapes_pairs"),
        ("saturation", "saturation_jacobian"),
        ("architecture", "architecture_cuts"),
        ("causal_mask", "mask_maps"),
    ],
)
def test_cells_that_are_clicked_can_be_hit(phone, link, key):
    sizes = phone(link).locator(f".st-key-{key} [data-testid=stVegaLiteChart]").evaluate(CELLS)
    assert sizes and min(sizes) >= 24


@pytest.mark.parametrize("tokens, turned", [("a,dog,it,is,so", False), ("a,dog,hippopotamus,is,so", True)])
def test_names_turn_where_they_would_collide_and_only_there(phone, tokens, turned):
    page = phone(f"lookup?lookup_tokens={tokens}")
    names = page.locator("[data-testid=stVegaLiteChart]").last.evaluate(NAMES)
    assert [turn for turn, _, _ in names] == [turned] * len(tokens.split(","))
    middles = [(left + right) / 2 for _, left, right in names]
    steps = [b - a for a, b in pairwise(middles)]
    assert turned or max(steps) - min(steps) < 1  # each in the middle of its column
    assert turned or all(a[2] < b[1] for a, b in pairwise(names))
