"""Assignments in a real browser: built on a page, opened by somebody else, in a frame, with hidden controls."""

import pytest

from tests.browser.conftest import console_errors, main_text, open_link, query
from tests.browser.rest import answered


def build(page, *, heading: str = "", hide: tuple[str, ...] = (), framed: bool = False) -> tuple[str, str]:
    """Build an assignment of what the page shows: its link, and the frame's line if one was asked for."""
    body = open_link(page)
    with answered(page):
        body.get_by_text("Make an assignment of it").click()
    if heading:
        box = body.get_by_label("Heading")
        box.fill(heading)
        with answered(page):
            box.press("Enter")
    for label in hide:
        box = body.get_by_role("combobox")
        box.click()
        box.press_sequentially(label)  # a long list is drawn in part
        with answered(page):
            page.get_by_role("option", name=f"({label})").click()
        page.keyboard.press("Escape")
    if framed:
        with answered(page):
            body.get_by_text("For a frame in a course page").click()
    shown = [text.strip() for text in body.locator("[data-testid=stCode]").all_inner_texts()]
    return shown[1], shown[2] if framed else ""


@pytest.mark.parametrize(
    "stem, control, key",
    [
        ("sampling", "Temperature", "temperature"),
        ("saturation", "Factor on the scores", "score_factor"),
        ("positions", "Position p", "position"),
    ],
)
def test_a_link_that_was_built_opens_as_it_was(visit, address, stem, control, key):
    page = visit(f"{address}/{stem}")
    slider = page.get_by_role("slider", name=control)
    with answered(page):
        slider.press("ArrowRight")
    readings = page.locator("[data-testid=stText]").all_inner_texts()
    link, _ = build(page, heading="Week 3", hide=(key,))
    student = visit(link)
    assert f"hide={key}" in query(student) and "Week 3" in main_text(student)
    assert student.get_by_role("slider", name=control).count() == 0
    shown = student.locator("[data-testid=stText]").all_inner_texts()
    assert [text for text in readings if text not in shown and "The link" not in text] == []
    assert not console_errors(student)


def test_a_hidden_control_under_attack(visit, address):
    """Neither the keyboard nor the address moves it while the page is open."""
    page = visit(f"{address}/sampling?temperature=0.5&hide=temperature")
    assert "at T = 0.5" in main_text(page)
    page.evaluate("history.replaceState(null, '', location.pathname + '?temperature=1.9')")
    with answered(page):
        page.get_by_role("slider", name="top-k").press("ArrowRight")
    assert "at T = 0.5" in main_text(page) and "at T = 1.9" not in main_text(page)
    with answered(page):
        page.get_by_role("button", name="Greedy", exact=True).click()
    assert "at T = 0.5" in main_text(page)


def test_a_page_in_a_frame_has_neither_navigation_nor_header(visit, address, browser):
    page = visit(f"{address}/scaling")
    _, frame = build(page, framed=True)
    assert frame.startswith("<iframe src=") and "embed=true" in frame
    page.set_content(frame)
    inner = page.frame_locator("iframe")
    inner.locator("h1").wait_for()
    inner.locator("[data-testid=stVegaLiteChart] svg, [data-testid=stVegaLiteChart] canvas").first.wait_for()
    assert inner.locator("[data-testid=stSidebarNav]").count() == 0
    assert inner.locator("[data-testid=stHeader] button, [data-testid=stToolbar] button").count() == 0
    assert inner.get_by_text("Previous", exact=True).count() == 0
    main = inner.locator("[data-testid=stMain]")
    assert main.evaluate("e => e.scrollWidth - e.clientWidth") <= 0
    assert main.evaluate("e => e.clientWidth") <= 600


def test_a_link_opens_at_the_exercises(visit, address):
    page = visit(f"{address}/scaling?scaling_question=7#exercise")
    page.wait_for_function(
        "() => { const h = document.getElementById('exercise'); if (!h) return false;"
        " const top = h.getBoundingClientRect().top; return top > -50 && top < innerHeight; }"
    )
