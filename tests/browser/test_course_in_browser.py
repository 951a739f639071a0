"""A course in a real browser: a set finished by keyboard alone, its code checked, and the instructor's links."""

import re

import pytest

from core.exercises import Draw
from core.ui.judging import shown
from tests.browser.conftest import console_errors, main_text, query
from tests.browser.rest import answered, settle
from tests.exercises.every_question import makers

NAME = "Zoë Müller"
MOST_STOPS = 150  # of the Tab key, from the top of a page to its last control


def tab_to(page, target, key: str = "Tab") -> None:
    """Press a key until the focus is on the target."""
    for _ in range(MOST_STOPS):
        if target.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press(key)
    raise AssertionError(f"{key} does not lead to {target}")


def press(page, key: str) -> None:
    with answered(page):
        page.keyboard.press(key)


def answer(page, question) -> None:
    """Answer the exercise that is asked, by typing or by the arrow keys, and check it with Enter."""
    box = page.get_by_role("textbox", name=re.compile("^Your answer"))
    tab_to(page, box)
    page.keyboard.type(shown(question))
    press(page, "Enter")
    assert f"Right: the answer is {shown(question)}." in main_text(page)


def finish(page, stem: str) -> str:
    """Solve the three exercises of a page, type the name, and give the code."""
    choices = page.get_by_role("radiogroup", name="Exercise").get_by_role("radio")
    for at, make in enumerate(makers(stem).values()):
        if at:
            tab_to(page, choices.nth(at - 1), "Shift+Tab")
            tab_to(page, choices.nth(at), "ArrowRight")
            press(page, "Space")
        answer(page, make(Draw(1)))
        assert "Solved here: " + ", ".join(f"exercise {n + 1}" for n in range(at + 1)) in main_text(page)
    tab_to(page, page.get_by_role("textbox", name="Your name, for the completion code"))
    page.keyboard.type(NAME)
    press(page, "Enter")
    return page.get_by_text(re.compile(rf"^{stem}(\.\d-\d+)+\.\w{{6}}$")).inner_text().strip()


def check(page, text: str) -> None:
    """Type a column, which is what a paste does, and check it, by keyboard alone."""
    tab_to(page, page.get_by_role("textbox", name="Names and codes, one student a line"))
    page.keyboard.press("Control+A")
    page.keyboard.insert_text(text)
    tab_to(page, page.get_by_role("button", name="Check the codes"))
    press(page, "Enter")


def test_a_set_finished_by_keyboard_alone_and_its_code_checked(visit, address):
    student = visit(f"{address}/flops")
    made = finish(student, "flops")
    assert made.startswith("flops.1-1.2-1.3-1.") and not re.search("Zo|flops\\.1", query(student))
    assert not console_errors(student)
    instructor = visit(f"{address}/instructors")
    check(instructor, f"{NAME},{made}")
    assert "1 of 1 code fits its name." in main_text(instructor)
    wrong = made[:-1] + ("0" if made[-1] != "0" else "1")
    check(instructor, f"{NAME}\t{wrong}\nSomebody Else\t{made}\n{NAME}\t{made}")
    assert "1 of 3 codes fit their names. 1 repeats the code of an earlier line." in main_text(instructor)
    assert query(instructor) == "" and not console_errors(instructor)


@pytest.mark.parametrize(
    "label, path, said",
    [
        ("without the division", "/attention?attention_scaled=false", "“·bought” gives most weight, 96.6 %"),
        ("Attention, the exercises", "/attention?attention_question=7#exercise", "Predict, then reveal"),
    ],
)
def test_a_link_opens_its_state_in_a_tab_of_its_own(visit, address, label, path, said):
    page = visit(f"{address}/instructors")
    with page.context.expect_page() as opened:
        page.get_by_role("link", name=label, exact=True).click()
    tab = opened.value
    try:
        tab.get_by_text(said).first.wait_for()
        assert tab.url == f"{address}{path}"
        assert page.url.endswith("/instructors")
    finally:
        tab.close()


SEEN = """id => { const top = document.getElementById(id).getBoundingClientRect().top;
                  return top > -50 && top < innerHeight; }"""


@pytest.mark.parametrize("place", ["codes", "load"])
def test_the_list_at_the_top_leads_down_the_page(visit, address, place):
    page = visit(f"{address}/instructors")
    page.locator(f"a[href$='#{place}']").first.click()
    page.wait_for_function(SEEN, arg=place)
    settle(page)
    assert not console_errors(page)
