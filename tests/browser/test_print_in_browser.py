"""On paper: the page to its last line, and no chart wider than the column that it stands in.

What Streamlit brings along for print does this; the app adds no styles. The navigation is printed beside the text
unless the reader has closed it, the dark theme is printed dark, and what scrolls on the screen (an opened program, a
table of many columns) is printed as far as it is wide: nothing of the app's can change that.
"""

import pytest

from core.ui.contents import every_page
from tests.browser.rest import listen, settle

PAGES = ["", *(row.stem for row in every_page())]
MARGIN = "0.4in"  # what Chromium leaves around a sheet, if nobody asks for another
# Measures the page as it is laid out for the sheet: the browser tells of the width that the sheet has, and at that
# moment all boxes are those of print.
MEASURE = """() => {
    const part = name => document.querySelector(`[data-testid=${name}]`);
    matchMedia('print and (max-width: 800px)').addEventListener('change', event => { if (event.matches) {
        const main = part('stMain'), column = part('stMainBlockContainer').getBoundingClientRect();
        const charts = [...document.querySelectorAll('[data-testid=stVegaLiteChart] .marks')];
        const beyond = charts.map(chart => Math.round(chart.getBoundingClientRect().right - column.right));
        window.printed = { sheet: document.documentElement.clientWidth, column: column.width, right: column.right,
                           rest: getComputedStyle(main).overflowY,
                           formulas: [...document.querySelectorAll('.katex-display')]
                               .filter(box => box.scrollWidth > box.clientWidth).map(box => box.textContent),
                           beyond: beyond.filter(pixels => pixels > 0) }; } }); }"""


@pytest.fixture(scope="module")
def desk(browser):
    """A page of a browser on a desk, which can print."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    listen(page)
    yield page
    context.close()


@pytest.mark.parametrize("name", PAGES)
def test_the_page_is_on_paper(desk, address, name):
    desk.goto(f"{address}/{name}")
    settle(desk)
    desk.evaluate(MEASURE)
    desk.pdf(format="A4", margin=dict.fromkeys(("top", "right", "bottom", "left"), MARGIN))
    printed = desk.evaluate("window.printed")
    assert printed["rest"] == "visible"  # what does not fit the first sheet stands on the next ones
    assert printed["column"] > 480 and printed["right"] <= printed["sheet"] + 1  # a pixel of rounding
    assert printed["beyond"] == [] and printed["formulas"] == []
