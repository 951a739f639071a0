"""TRL-01: on a page that the browser has translated, whatever follows a control still does."""

from pathlib import Path

import pytest

from tests.browser.conftest import console_errors, main_text, running, settle

# What the translator of Chrome does: in the place of each text that is not exempt stands an element with another text.
TRANSLATE = """() => {
    const exempt = text => text.parentElement.closest('[translate=no], .notranslate, script, style, textarea, svg');
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), texts = [];
    while (walk.nextNode()) texts.push(walk.currentNode);
    for (const text of texts.filter(text => text.nodeValue.trim() && !exempt(text))) {
        const outer = document.createElement('font'), inner = document.createElement('font');
        inner.textContent = text.nodeValue;
        outer.append(inner);
        MANNER
    }
    return texts.length;
}"""
MANNERS = {
    "replaced": "text.parentNode.replaceChild(outer, text);",
    "inserted and removed": "text.parentNode.insertBefore(outer, text); text.remove();",
}
# All texts but those of charts, whose order in the document is not that on the screen.
KINDS = ["Text", "Markdown", "Metric", "Code", "Table", "CaptionContainer"]
KINDS = ", ".join([*(f"[data-testid=st{kind}]" for kind in KINDS), "summary", "button"])
TEXTS = f"[...document.querySelectorAll('[data-testid=stMain] :is({KINDS})')].map(part => part.innerText)"


def translate(page, manner: str = "replaced") -> None:
    assert page.evaluate(TRANSLATE.replace("MANNER", MANNERS[manner])) > 5


@pytest.fixture(scope="module")
def live():
    with running(Path(__file__).with_name("live_texts.py")) as address:
        yield address


@pytest.mark.parametrize("manner", MANNERS)
def test_every_kind_of_text_follows_and_prose_stays_translated(visit, live, manner):
    page = visit(live)
    slider = page.get_by_role("slider")
    for at, key in enumerate(["ArrowRight", "ArrowRight", "ArrowLeft", "Home"]):
        if at != 1:  # once the page is left as it is after a move, else it is translated again before the next
            translate(page, manner)
        slider.press(key)
        settle(page)
        assert page.evaluate(TEXTS) == visit(page.url).evaluate(TEXTS)
    prose = page.get_by_text("Prose that").first
    assert prose.evaluate("text => text.tagName === 'FONT' || text.querySelector('font') !== null")
    assert not console_errors(page)


@pytest.mark.parametrize("link", ["sampling", "lookup", "kv_cache"])
def test_readings_questions_and_code_follow_on_the_pages(visit, address, link):
    page = visit(f"{address}/{link}")
    translate(page)
    before = main_text(page)
    for slider in page.get_by_role("slider").all()[:3]:
        slider.press("ArrowRight")
        settle(page)
    page.get_by_role("button", name="New numbers").click()
    settle(page)
    assert main_text(page) != before
    assert page.evaluate(TEXTS) == visit(page.url).evaluate(TEXTS)
    assert not console_errors(page)


def test_trl_01_temperature_to_its_end(visit, address):
    page = visit(f"{address}/sampling")
    translate(page)
    page.get_by_role("slider", name="Temperature").press("End")
    settle(page)
    assert "39.1 % at T = 2, 39.1 % at T = 2" in main_text(page)
