"""Widgets that speak otherwise than the link, in a real browser: words for ids, chips and tables for commas."""

from tests.browser.conftest import link_to_this_view, main_text, query
from tests.browser.rest import answered, settle
from tests.browser.test_links_in_browser import follow


def kind(page):
    """The choice of an attention on the page on attention."""
    return page.get_by_role("radiogroup", name="Attention", exact=True)


def chosen(page) -> str:
    return kind(page).locator("[aria-checked=true]").inner_text()


def choose(page, label: str) -> None:
    with answered(page):
        kind(page).get_by_role("radio", name=label, exact=True).click()


def test_a_choice_reads_as_words_and_the_address_has_its_id(visit, address):
    page = visit(f"{address}/attention?attention_kind=cross")
    assert chosen(page) == "cross-attention"
    choose(page, "decoder self-attention")
    assert query(page) == "?attention_kind=decoder" and chosen(page) == "decoder self-attention"
    assert link_to_this_view(page) == f"{address}/attention?attention_kind=decoder"
    page.reload()
    settle(page)
    assert query(page) == "?attention_kind=decoder" and chosen(page) == "decoder self-attention"
    choose(page, "encoder self-attention")
    assert query(page) == "", "a default is not named"


def test_a_choice_comes_back_with_its_page_and_back_leads_to_it_as_it_was_left(visit, address):
    page = visit(f"{address}/attention?attention_kind=cross")
    choose(page, "decoder self-attention")
    entries = page.evaluate("history.length")
    follow(page, "Positions")
    assert query(page) == "" and "The link names" not in main_text(page)
    follow(page, "Attention")
    assert query(page) == "?attention_kind=decoder" and chosen(page) == "decoder self-attention"
    choose(page, "cross-attention")
    follow(page, "Tensor shapes")
    assert page.evaluate("history.length") == entries + 3, "one entry for each page"
    for title, search in (
        ("Attention", "?attention_kind=cross"),
        ("Positions", ""),
        ("Attention", "?attention_kind=decoder"),
    ):
        with answered(page):
            page.go_back()
        assert page.locator("h1").inner_text() == title and query(page) == search
    assert chosen(page) == "decoder self-attention"
    for _ in range(2):
        with answered(page):
            page.go_forward()
    assert query(page) == "?attention_kind=cross" and chosen(page) == "cross-attention"


def test_another_control_right_after_a_choice_loses_neither(visit, address):
    page = visit(f"{address}/attention")
    with answered(page):
        kind(page).get_by_role("radio", name="cross-attention").click()
        page.locator(".st-key-attention_layer").get_by_role("slider").press("ArrowRight")
    assert chosen(page) == "cross-attention"
    assert link_to_this_view(page) == f"{address}/attention?attention_kind=cross&attention_layer=3"


def test_a_click_on_a_picture_moves_a_choice(visit, address):
    page = visit(f"{address}/architecture")
    chart = page.locator("[data-testid=stVegaLiteChart]").first
    chart.scroll_into_view_if_needed()
    box = chart.get_by_text("Linear", exact=True).first.bounding_box()
    with answered(page):
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert query(page) == "?part=linear"
    assert page.get_by_role("combobox", name="Part").input_value() == "output: linear"


def test_chips_are_added_and_taken_away(visit, address):
    page = visit(f"{address}/attention?endings=tired,wide")
    box = page.locator(".st-key-endings")
    box.scroll_into_view_if_needed()
    with answered(page):
        box.locator("input").fill("dark <b>**x**")
        box.locator("input").press("Enter")
    assert query(page) == "?endings=tired,wide,dark+<b>**x**".replace(
        "+", page.evaluate("location.search.includes('+') ? '+' : ' '")
    )
    assert "dark <b>**x**" in box.inner_text(), "as it was typed"
    with answered(page):
        box.locator("input").press("Backspace")
    assert query(page) == "?endings=tired,wide"


def test_a_cell_is_edited_and_a_preset_puts_the_table_back(visit, address):
    page = visit(f"{address}/sampling?logits=5,4,3&candidates=a,b,c")
    page.get_by_role("button", name="Edit the candidates and their logits").click()
    table = page.get_by_test_id("stPopoverBody").get_by_test_id("stDataFrame")
    table.locator("canvas").first.wait_for()
    settle(page)
    box = table.bounding_box()
    page.mouse.dblclick(box["x"] + 300, box["y"] + 45)  # the second column of the first row
    page.locator(".gdg-input").wait_for()
    for at, key in enumerate("-2.5", 1):  # the first takes the place of what is selected; each is drawn before the next
        page.keyboard.press(key)
        page.wait_for_function("text => document.activeElement.value === text", arg="-2.5"[:at])
    settle(page)  # what the box shows, the table has taken in only when it has been drawn again
    with answered(page):
        page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    assert query(page) in ("?logits=-2.5,4,3&candidates=a,b,c", "?candidates=a,b,c&logits=-2.5,4,3")
    assert "“b” has" in main_text(page)
    follow(page, "Positions")
    follow(page, "Sampling")
    assert "logits=-2.5,4,3" in query(page) and "“b” has" in main_text(page)
    with answered(page):
        page.get_by_role("button", name="Back to the essay's eight").click()
    assert query(page) == "" and "“transduction” has 75.6 %" in main_text(page)
