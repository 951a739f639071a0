"""VEG-01: a reader's word may be the name of something that JavaScript or Vega knows, and is drawn like any other."""

from pathlib import Path

import pytest

from core import charts
from core.charts.marks import BUILT_IN
from tests.browser.conftest import console_errors, main_text, query, running
from tests.browser.rest import answered, listen, settle
from tests.charts.hard_names import HARD, NAMED, PLAIN, WITHOUT_NAMES

# Of each chart: how many marks there are, and every text with where it stands, without regard to how wide it is.
DRAWN = """() => Object.fromEntries([...document.querySelectorAll('[class*=st-key-box_]')].map(box => {
    const shown = part => part.getAttribute('opacity') !== '0';
    return [box.className.match(/st-key-box_(\\S+)/)[1],
            [box.querySelectorAll('svg.marks path').length,
             [...box.querySelectorAll('svg.marks text')].filter(shown).map(text => text.textContent)]];
}))"""


@pytest.fixture(scope="module")
def server():
    with running(Path(__file__).with_name("hard_charts.py")) as address:
        yield address


@pytest.fixture(scope="module")
def drawings(server, browser):
    """(hard, turned) -> what each chart shows; and the errors that the browser reported."""
    found, errors = {}, []
    context = browser.new_context(viewport={"width": 900, "height": 900})
    for hard in (False, True):
        page = context.new_page()
        listen(page)
        page.on("console", lambda m: errors.append(m.text) if m.type == "error" and "404" not in m.text else None)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(f"{server}/?hard={str(hard).lower()}")
        settle(page)
        found[hard, False] = _all_drawn(page)
        with answered(page):
            page.get_by_text("turned").click()
        assert "turned" in query(page)
        found[hard, True] = _all_drawn(page)
    context.close()
    return found, errors


def _all_drawn(page) -> dict:
    """What the charts show: every one of them is there and drawn."""
    assert page.locator("[class*=st-key-box_] svg.marks").count() == len(NAMED)
    return page.evaluate(DRAWN)


def test_every_chart_is_here():
    assert set(NAMED) == set(charts.__all__) - WITHOUT_NAMES


def test_the_list_of_built_in_names_is_the_browsers(visit, server):
    page = visit(server)
    assert set(page.evaluate("Object.getOwnPropertyNames(Object.prototype)")) == BUILT_IN


def test_no_name_is_an_error(drawings):
    assert drawings[1] == []


@pytest.mark.parametrize("turned", [False, True], ids=["built", "moved"])
@pytest.mark.parametrize("name", NAMED)
def test_a_chart_shows_hard_names_as_it_shows_plain_ones(name, turned, drawings):
    (plain_marks, plain_texts), (marks, texts) = (drawings[0][hard, turned][name] for hard in (False, True))
    assert marks == plain_marks
    instead = dict(zip(PLAIN, HARD, strict=True))
    texts = [text.replace("\u2060", "") for text in texts]  # which nobody sees
    assert sorted(map(_start, texts)) == sorted(_start(instead.get(text, text)) for text in plain_texts)


def _start(text: str) -> str:
    """The beginning of a text, since the end of a long one is cut off."""
    return text.rstrip("…")[:7]


@pytest.mark.parametrize(
    "link",
    [
        "sampling?candidates=constructor,w1,__proto__,toString,w4,valueOf,w6,hasOwnProperty",
        "lookup?lookup_tokens=constructor,dog,__proto__,toString,it",
        "attention?coref_text=The constructor saw the valueOf because it was {}."
        "&coref_words=it,constructor,valueOf&endings=constructor,toString,__proto__",
    ],
)
def test_pages_draw_such_words_and_go_on_drawing(visit, address, link):
    page = visit(f"{address}/{link}")
    assert "constructor" in main_text(page)
    with answered(page):
        page.get_by_role("slider").first.press("ArrowRight")
    all_charts = "[...document.querySelectorAll('[data-testid=stVegaLiteChart]')]"
    assert page.evaluate(f"{all_charts}.every(chart => chart.querySelector('.marks'))")
    assert not console_errors(page)
