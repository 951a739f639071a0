"""The trainer as a student uses it: typed, trained, watched, stopped, scrubbed, shared."""

import re

from tests.browser.conftest import console_errors, link_to_this_view, main_text, query
from tests.browser.rest import answered, settle


def press(page, label: str) -> None:
    page.get_by_role("button", name=label, exact=True).click()


def heads(page) -> str:
    """The marks of the chart that shows all four heads."""
    return page.locator("[role=graphics-document][aria-label^='Small maps of']").inner_html()


def test_a_newcomer_types_letters_trains_scrubs_and_shares(visit, address):
    page = visit(f"{address}/trainer")
    box = page.get_by_role("textbox", name="Probe: four letters A–H")
    box.fill("d a, hc")
    with answered(page):
        box.press("Enter")
    assert "Used as the probe: DAHC" in main_text(page)
    press(page, "Train")
    page.get_by_text(re.compile("reverse, bidirectional: solved at step")).first.wait_for()
    settle(page)
    assert "DAHC should give CHAD; the model answers CHAD" in main_text(page)
    last = heads(page)
    slider = page.get_by_role("slider", name="Step")
    slider.focus()
    with answered(page):
        page.keyboard.press("Home")
    assert "step=0" in query(page) and "Step 0, reverse, bidirectional" in main_text(page)
    assert heads(page) != last, "the maps follow the step"
    link = link_to_this_view(page)
    again = visit(link)
    again.get_by_text("Step 0, reverse, bidirectional").first.wait_for()
    settle(again)
    assert heads(again) == heads(page), "the link gives the same weights, digit for digit"
    assert not console_errors(page) and not console_errors(again)


def test_a_training_is_watched_live_and_stopped(visit, address):
    page = visit(f"{address}/trainer?task=sort&train_steps=800&width=64")
    press(page, "Train")
    under_way = page.get_by_text(re.compile(r"sort, bidirectional: step (\d+) of 800"))
    under_way.first.wait_for()
    seen = under_way.first.inner_text()
    page.wait_for_function("text => !document.body.innerText.includes(text)", arg=seen)
    page.wait_for_function("document.querySelectorAll('[role=progressbar]').length === 1")
    press(page, "Stop")
    page.get_by_text(re.compile(r"Stopped at step \d+ of 800")).first.wait_for()
    settle(page)
    assert "the model answers" in main_text(page), "what it had is kept"
    assert page.get_by_role("button", name="Stop", exact=True).is_disabled()
    assert page.locator("[data-testid=stException]").count() == 0
