"""Every page in a browser, opened once in a wide window in light, once on a phone in dark, and once for axe.

In both: no overflow, no error, every chart with its alternative text. In the wide one also: what jumps, and what comes
onto paper. On the phone: whether the texts in its charts can be read.
"""

import pytest

from core.ui.contents import every_page
from tests.browser.access import grave
from tests.browser.conftest import console_errors, note_errors
from tests.browser.rest import answered, listen, settle

PAGES = ["", *(row.stem for row in every_page())]
WIDE, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}
TALL = {"width": 1280, "height": 12_000}  # all of a page is seen: axe judges no colour that is scrolled out of view
MARGIN = "0.4in"  # what Chromium leaves around a sheet, if nobody asks for another
WHOLE = """() => {
    const main = document.querySelector('[data-testid=stMain]');
    const labels = [...document.querySelectorAll('[role=graphics-document]')].map(c => c.getAttribute('aria-label'));
    return { wide: main.scrollWidth - main.clientWidth, titles: document.querySelectorAll('h1').length,
             unnamed: labels.filter(label => !label || label === 'Vega visualization').length,
             exceptions: document.querySelectorAll('[data-testid=stException]').length }; }"""

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
# Of every chart: each text that is seen, with the height of its letters on the screen in pixels, however it is turned.
TEXTS = """() => [...document.querySelectorAll('[data-testid=stVegaLiteChart]')].map(chart =>
    [...chart.querySelectorAll('svg.marks text')]
        .filter(text => text.textContent && text.getAttribute('opacity') !== '0')
        .map(text => { const on = text.getScreenCTM();
                       return [text.textContent, Math.hypot(on.a, on.b) * parseFloat(getComputedStyle(text).fontSize)];
        }))"""

# Keeps account of what moves up or down without having been scrolled, as the browser itself tells of it; a slider's own
# number and what a chart draws may move.
JUMPS = """() => {
    window.jumps = [];
    const spot = node => node?.nodeType === 1 ? node : node?.parentElement;
    const ours = '[data-testid=stSlider], [data-testid=stVegaLiteChart]';
    new PerformanceObserver(list => { for (const entry of list.getEntries()) for (const one of entry.sources) {
        const node = spot(one.node), by = Math.round(one.currentRect.top - one.previousRect.top);
        if (by && node?.textContent && !node.closest(ours))
            window.jumps.push(`${node.textContent.slice(0, 60)}: ${by} px`);
    } }).observe({ type: 'layout-shift' }); }"""


@pytest.fixture(scope="module")
def tab(browser):
    """A function: a tab of its own in a window of this size and theme, kept for the module."""
    tabs = {}

    def tab(size, theme):
        name = size["height"], theme
        if name not in tabs:
            page = tabs[name] = browser.new_context(viewport=size, color_scheme=theme).new_page()
            listen(page)
            note_errors(page)
        return tabs[name]

    yield tab
    for one in tabs.values():
        one.context.close()


def opened(page, address: str):
    page.errors.clear()
    page.goto(address)
    settle(page)
    return page


@pytest.fixture(scope="module", params=PAGES)
def desk(tab, address, request):
    """Each page in a wide window, light, at rest; opened once."""
    return opened(tab(WIDE, "light"), f"{address}/{request.param}")


@pytest.fixture(scope="module", params=PAGES)
def phone(tab, address, request):
    """Each page on a phone, dark, at rest; opened once."""
    return opened(tab(PHONE, "dark"), f"{address}/{request.param}")


def is_whole(page) -> None:
    facts = page.evaluate(WHOLE)
    assert facts["wide"] <= 2
    assert (facts["titles"], facts["unnamed"], facts["exceptions"]) == (1, 0, 0)
    assert not console_errors(page)


def test_page_is_whole_in_a_wide_window(desk):
    is_whole(desk)


def test_page_is_whole_on_a_phone(phone):
    is_whole(phone)


# Controls that give the picture itself more rows, or its reading another line, which moves what stands below it.
GROW = {"Beams", "Tokens T", "Decoder layer"}


def test_nothing_jumps_when_a_control_moves(desk):
    """Each slider a step up, or down from its end: what stands around the picture stays where it is."""
    desk.evaluate(JUMPS)
    for slider in desk.get_by_role("slider").all():
        slider.scroll_into_view_if_needed()
        settle(desk)
        desk.evaluate("window.jumps.length = 0")
        with answered(desk):
            step(slider)
        jumps, label = desk.evaluate("window.jumps"), slider.get_attribute("aria-label")
        assert jumps == [] or label in GROW, label


def step(slider) -> None:
    before = slider.get_attribute("aria-valuetext") or slider.get_attribute("aria-valuenow")
    slider.press("ArrowRight")
    if (slider.get_attribute("aria-valuetext") or slider.get_attribute("aria-valuenow")) == before:
        slider.press("ArrowLeft")


def test_the_page_is_on_paper(desk):
    """To its last line, and no chart wider than the column that it stands in.

    What Streamlit brings along for print does this; the app adds no styles. The navigation is printed beside the text
    unless the reader has closed it, the dark theme is printed dark, and what scrolls on the screen (an opened program,
    a table of many columns) is printed as far as it is wide: nothing of the app's can change that.
    """
    desk.evaluate(MEASURE)
    desk.pdf(format="A4", margin=dict.fromkeys(("top", "right", "bottom", "left"), MARGIN))
    printed = desk.evaluate("window.printed")
    assert printed["rest"] == "visible"  # what does not fit the first sheet stands on the next ones
    assert printed["column"] > 480 and printed["right"] <= printed["sheet"] + 1  # a pixel of rounding
    assert printed["beyond"] == [] and printed["formulas"] == []


@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing_grave(tab, address, name):
    """In a window of its own, as tall as a page: one that is made tall after a page was printed may draw no more."""
    page = tab(TALL, "light")
    page.emulate_media(color_scheme="light")
    opened(page, f"{address}/{name}")
    assert page.evaluate("document.querySelector('[data-testid=stMain]').scrollHeight") <= TALL["height"]
    assert grave(page) == []
    page.emulate_media(color_scheme="dark")
    page.wait_for_function("getComputedStyle(document.querySelector('[data-testid=stApp]')).colorScheme === 'dark'")
    settle(page)
    assert grave(page, "color-contrast") == []  # what the theme changes


def test_every_text_in_a_chart_can_be_read_on_a_phone(phone):
    assert phone.locator("[data-testid=stVegaLiteChart] canvas").count() == 0  # whose texts nobody could measure
    drawn = phone.evaluate(TEXTS)
    assert all(drawn)  # each chart, with words
    assert [(text, size) for chart in drawn for text, size in chart if size < 10.99] == []
