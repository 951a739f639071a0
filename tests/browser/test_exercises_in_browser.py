"""Exercises in a real browser: the verdict is announced, hints open one by one, and all of it works by keyboard."""

import re

from core.exercises import Draw, flops
from core.ui.judging import shown
from tests.browser.conftest import console_errors, query
from tests.browser.rest import answered


def answer(page, text: str) -> None:
    """Type an answer into the box, and check it with the Enter key."""
    box = page.get_by_role("textbox", name=re.compile("^Your answer"))
    box.fill(text)
    with answered(page):
        box.press("Enter")


def region(page):
    """The box of the verdict: one, and a live region, so that a screen reader announces what changes in it."""
    boxes = page.get_by_test_id("stAlertContainer")
    assert boxes.count() == 1
    assert boxes.get_attribute("role") in ("status", "alert")
    return boxes


RIGHT = shown(flops.length_at_a_crossover(Draw(1)))


def test_every_verdict_is_said_in_a_live_region_that_was_there_before_it(visit, address):
    page = visit(f"{address}/flops")
    assert region(page).inner_text() == "No answer has been checked yet."
    page.evaluate("region = document.querySelector('[data-testid=stAlertContainer]')")
    for given, said in (("two", "plain decimal number"), ("1", "Not quite"), (RIGHT, f"Right: the answer is {RIGHT}.")):
        answer(page, given)
        assert said in region(page).inner_text()
        assert page.evaluate("region.isConnected && region.innerText") == region(page).inner_text()
    assert not console_errors(page)


def test_hints_open_one_by_one_and_another_question_begins_without(visit, address):
    page = visit(f"{address}/lookup")
    for n in (1, 2):
        with answered(page):
            page.get_by_role("button", name=f"Hint {n} of 2").press("Enter")
        assert page.get_by_text(f"Hint {n}.").count() == 1
    assert page.get_by_role("button", name=re.compile("^Hint")).count() == 0
    with answered(page):
        page.get_by_role("button", name="New numbers").press("Enter")
    assert query(page) == "?lookup_question=2"
    assert page.get_by_role("button", name="Hint 1 of 2").count() == 1


def test_the_link_names_the_exercise_and_an_old_link_means_the_first(visit, address):
    page = visit(f"{address}/sampling?sampling_question=17")
    assert "top-k keeps two of them" in page.inner_text("[data-testid=stMain]")
    with answered(page):
        page.get_by_role("radiogroup", name="Exercise").get_by_role("radio", name="3").press("Space")
    assert query(page) == "?sampling_question=17&sampling_question_number=3"
    other = visit(f"{address}/sampling{query(page)}")
    assert "A sentence has two words" in other.inner_text("[data-testid=stMain]")
    assert not console_errors(other)
