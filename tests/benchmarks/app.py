"""The app in a real browser beside the smallest Streamlit page: a control's answer, the first paint on a cold server.

Wall-clock milliseconds, both servers on this machine in one run, visits in turns, medians.
"""

import statistics
import time
from contextlib import contextmanager
from pathlib import Path

from core.ui.contents import ROOT, sections
from tests.browser.conftest import FLAGS, chromium_path, running
from tests.browser.rest import listen, settle

SMALLEST = Path(__file__).with_name("smallest_page.py")
REASON = (
    "Where over 1.5: a move redraws a whole group, its figures with reading, formula and program, and the browser "
    "looks at every element of the page again; the smallest page has one slider and one chart."
)
PRESSES = 14
PATIENCE = 700  # milliseconds that a chart has to answer
PEER_EVERY = 4  # pages between two visits to the smallest page
COLD_ROUNDS = 5

# From the key that moves a slider to the first change inside a chart.
WATCH = """() => {
    const inChart = node => (node.nodeType === 1 ? node : node.parentElement)?.closest('[data-testid=stVegaLiteChart]');
    addEventListener('keydown', () => { window.began = performance.now(); window.answered = null; }, true);
    new MutationObserver(found => {
        if (window.answered === null && found.some(m => inChart(m.target) && m.type !== 'attributes'
            || m.type === 'attributes' && inChart(m.target) && m.target.closest('svg, canvas')))
            window.answered = performance.now();
    }).observe(document.body, {subtree: true, childList: true, characterData: true, attributes: true});
}"""


@contextmanager
def browsing():
    """A browser, as the tests use it."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        yield browser
        browser.close()


def fresh_page(browser):
    page = browser.new_context(viewport={"width": 1280, "height": 900}).new_page()
    listen(page)
    return page


def rows():
    with browsing() as browser:
        with running(SMALLEST) as small, running(ROOT / "app.py") as address:
            yield from _control_rows(browser, small, address)
        yield _first_paint_row(browser)


def _control_rows(browser, small: str, address: str):
    """The median of each page, and of all pages, beside the smallest page before, between and after them."""
    peers, medians = [], {}
    for at, row in enumerate(sections()):
        if at % PEER_EVERY == 0:
            peers += _answers(browser, small)
        times = _answers(browser, f"{address}/{row.stem}")
        if times:
            medians[row.stem] = statistics.median(times)
    peer = statistics.median(peers)
    for stem, median in medians.items():
        yield f"  control to changed chart, {stem}: {median:.0f} ms, {median / peer:.2f}x"
    ours = statistics.median(medians.values())
    yield (
        f"control to changed chart, median of {len(medians)} pages: {ours:.0f} ms; smallest page: {peer:.0f} ms; "
        f"ours / smallest = {ours / peer:.2f} (goal at most 1.5). {REASON}"
    )


def _answers(browser, address: str) -> list[float]:
    """Milliseconds from a key press on the page's first slider that moves a chart to the chart's change."""
    page = fresh_page(browser)
    page.goto(address)
    settle(page)
    page.evaluate(WATCH)
    times = []
    for slider in page.get_by_role("slider").all():
        slider.scroll_into_view_if_needed()
        if any(_press(page, slider, turn) for turn in range(2)):
            times = [time for turn in range(PRESSES) if (time := _press(page, slider, turn))]
            break
    page.context.close()
    return times


def _press(page, slider, turn: int) -> float | None:
    """One step, up and down by turns; None when no chart changes in time. Asking earlier would slow it."""
    slider.focus()
    page.keyboard.press("ArrowRight" if turn % 2 == 0 else "ArrowLeft")
    page.wait_for_timeout(PATIENCE)
    return page.evaluate("window.answered && window.answered - window.began")


def _first_paint_row(browser) -> str:
    """The title of the contents page, on a server that nobody has visited, from the request to the paint."""
    times: dict[Path, list[float]] = {SMALLEST: [], ROOT / "app.py": []}
    for _ in range(COLD_ROUNDS):
        for script, found in times.items():
            with running(script) as address:
                page = fresh_page(browser)
                began = time.monotonic()
                page.goto(address)
                page.locator("h1").wait_for()
                found.append(time.monotonic() - began)
                page.context.close()
    theirs, ours = (statistics.median(found) for found in times.values())
    return (
        f"first page painted on a cold server: {ours:.2f} s; smallest page: {theirs:.2f} s; "
        f"ours / smallest = {ours / theirs:.2f} (goal at most 1.3)"
    )
