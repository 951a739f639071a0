"""Links in a real browser: what a deep link opens, what the address says afterwards, and what an unknown one gets."""

import pytest

from core.ui.contents import ROOT, sections
from tests.browser.conftest import console_errors, link_to_this_view, main_text, query, running
from tests.browser.rest import answered, settle


def test_a_deep_link_is_the_very_first_request_to_a_cold_server(visit):
    with running(ROOT / "app.py") as address:
        page = visit(f"{address}/sampling?temperature=0.5&top_k=3")
        assert page.locator("h1").inner_text() == "Sampling"
        assert page.locator("[role=dialog]").count() == 0
        assert query(page) == "?temperature=0.5&top_k=3"
        assert "Attention Is All You Need" in page.inner_text("[data-testid=stSidebarNav]")
        page.reload()
        settle(page)
        assert query(page) == "?temperature=0.5&top_k=3"
        assert not console_errors(page)


@pytest.mark.parametrize(
    "link, tidy",
    [
        ("temperature=-1&temperature=0.5", "?temperature=0.5"),
        ("temperature=0.57&top_k=3", "?temperature=0.55&top_k=3"),
        ("temperature=abc&top_p=1e999&draws=%D9%A1", ""),
        ("draw_seed=inf&sampling_question=9999999999999999999999", ""),
        ("temperature=0.80", ""),
        ("stranger=1&temperature=1", "?temperature=1"),
        ("utm_source=mail&temperature=1", "?utm_source=mail&temperature=1"),
    ],
)
def test_the_address_is_tidied(visit, address, link, tidy):
    page = visit(f"{address}/sampling?{link}")
    assert query(page) == tidy
    assert page.locator("[data-testid=stException]").count() == 0


def test_a_link_that_was_adjusted_says_so_once(visit, address):
    page = visit(f"{address}/sampling?temperature=abc")
    assert "temperature = “abc”" in main_text(page) and "0 to 2" in main_text(page)
    with answered(page):
        page.get_by_role("slider", name="Temperature").press("ArrowRight")
    for name in ("Contents", "Sampling"):  # away, and back to the page as it was left
        with answered(page):
            page.get_by_role("link", name=name).first.click()
    assert query(page) == "?temperature=0.85" and "The link says" not in main_text(page)


def test_hostile_text_stays_text(visit, address):
    words = "%3Cimg src=x%3E,**b**,:red[c],www.x.com"
    page = visit(f"{address}/sampling?candidates={words}&temperature=%3Cimg src=x onerror=alert(1)%3E")
    assert page.locator("[data-testid=stMain] img").count() == 0
    assert page.locator("[data-testid=stMain] a[href*='x.com']").count() == 0
    assert "“<img src=x>” has" in main_text(page)
    assert "temperature = “<img src=x onerror=alert(1)>”" in main_text(page)


def test_lnk_08_a_link_seeds_its_state_once(visit, address):
    page = visit(f"{address}/sampling?temperature=0.5")
    slider = page.get_by_role("slider", name="Temperature")
    for expected in ("0.55", "0.6"):
        with answered(page):
            slider.press("ArrowRight")
        assert query(page) == f"?temperature={expected}"
        assert f"at T = {expected}" in main_text(page)
    with answered(page):
        page.get_by_role("button", name="New numbers").click()
    assert query(page) == "?temperature=0.6&sampling_question=2"


def test_the_link_to_this_view_follows_every_control(visit, address):
    page = visit(f"{address}/sampling")
    with answered(page):
        page.get_by_role("slider", name="Temperature").press("ArrowRight")
    link = link_to_this_view(page)
    assert link == f"{address}/sampling?temperature=0.85"
    again = visit(link)
    assert query(again) == "?temperature=0.85"


def test_lnk_09_values_and_address_come_back_with_the_page(visit, address):
    page = visit(f"{address}/sampling?temperature=0.5")
    with answered(page):
        page.get_by_role("slider", name="Temperature").press("ArrowRight")
    with answered(page):
        page.get_by_role("link", name="Contents").first.click()
    assert query(page) == ""
    with answered(page):
        page.get_by_role("link", name="Sampling").first.click()
    assert query(page) == "?temperature=0.55"
    assert "at T = 0.55" in main_text(page)


def test_one_back_undoes_one_page(visit, address):
    page = visit(f"{address}/")
    follow(page, "Sampling")
    with answered(page):
        page.get_by_role("slider", name="Temperature").press("ArrowRight")
    assert query(page) == "?temperature=0.85"
    follow(page, "Positions")
    follow(page, "Tensor shapes")
    entries = page.evaluate("history.length")
    follow(page, "Sampling")  # which comes back with its value
    assert query(page) == "?temperature=0.85" and page.evaluate("history.length") == entries + 1
    for title, search in (("Tensor shapes", ""), ("Positions", ""), ("Sampling", "?temperature=0.85")):
        with answered(page):
            page.go_back()
        assert page.locator("h1").inner_text() == title and query(page) == search
    assert "at T = 0.85" in main_text(page)
    with answered(page):
        page.go_back()
    assert page.locator("h1").inner_text() == "The Transformer, taken apart"
    with answered(page):
        page.go_forward()
    assert page.locator("h1").inner_text() == "Sampling" and "at T = 0.85" in main_text(page)


def test_one_back_leaves_a_link_that_was_tidied(visit, address):
    page = visit(f"{address}/lookup")
    page.goto(f"{address}/sampling?temperature=abc&top_k=3")
    page.wait_for_function("location.search === '?top_k=3'")
    settle(page)
    follow(page, "Positions")
    page.go_back()
    page.locator("h1", has_text="Sampling").wait_for()
    page.wait_for_function("location.search === '?top_k=3'")
    settle(page)
    page.evaluate("history.back()")
    page.wait_for_function("location.pathname.endsWith('/lookup')")


def follow(page, title: str) -> None:
    """Go to another page by the navigation."""
    with answered(page):
        page.get_by_role("link", name=title, exact=True).first.click()
    assert page.locator("h1").inner_text() == title


def test_every_page_has_its_own_title_in_the_tab(visit, address):
    page = visit(f"{address}/")
    titles = [page.title()]
    for row in sections():
        page.goto(f"{address}/{row.stem}")
        page.wait_for_function("title => document.title.startsWith(title)", arg=row.title)
        titles.append(page.title())
    assert len(set(titles)) == len(titles)


def test_back_leads_back_without_breaking_a_page(visit, address):
    page = visit(f"{address}/sampling?draw_seed=inf&temperature=0.57")
    with answered(page):
        page.get_by_role("link", name="Contents").first.click()
    while back_in(page, address):
        assert page.locator("[data-testid=stException]").count() == 0


def back_in(page, address: str) -> bool:
    """Press Back, and wait for the page that it leads to; False when that has left the app."""
    asked = page.evaluate("rest.account.asked")
    page.go_back()
    led = "([address, asked]) => !location.href.startsWith(address) || rest.account.asked > asked"
    page.wait_for_function(led, arg=[address, asked])
    if not page.evaluate("location.href").startswith(address):
        return False
    settle(page)
    return True


@pytest.mark.parametrize("name", ["nope", "Sampling", "nope/"])
def test_lnk_12_an_unknown_address_leads_to_the_contents_with_a_message(visit, address, name):
    lands_on_the_contents(visit(f"{address}/{name}"), name)


@pytest.mark.parametrize("name", ["nope", "Attention"])
def test_lnk_12_the_same_when_it_is_the_very_first_request_to_a_cold_server(visit, name):
    with running(ROOT / "app.py") as address:
        page = visit(f"{address}/{name}?head=2")
        page.get_by_text("There is no page named").wait_for()  # the app has the browser load the address once more
        settle(page)
        lands_on_the_contents(page, name)


def lands_on_the_contents(page, name: str) -> None:
    assert page.locator("[role=dialog]").count() == 0
    assert f"There is no page named “{name.strip('/')}”" in main_text(page)
    with answered(page):
        page.get_by_role("link", name="Sampling").last.click()
    assert page.locator("h1").inner_text() == "Sampling"


def test_lnk_12_a_slash_at_the_end_is_the_same_page(visit, address):
    assert visit(f"{address}/sampling/?temperature=0.5").locator("h1").inner_text() == "Sampling"


def test_presets_move_widgets_and_address(visit, address):
    page = visit(f"{address}/sampling?top_k=3")
    with answered(page):
        page.get_by_role("button", name="Greedy", exact=True).click()
    assert query(page) == "?temperature=0"
    assert "1 of 8 candidates" in main_text(page)


def test_a_click_on_a_cell_moves_its_controls_the_address_and_the_link(visit, address):
    page = visit(f"{address}/causal_mask")
    click_cell(page, i=2, j=1)
    assert link_to_this_view(page) == f"{address}/causal_mask{query(page)}"
    assert page.locator("[data-testid=stException]").count() == 0


def test_the_same_cell_can_be_clicked_again_after_its_controls_have_moved_on(visit, address):
    page = visit(f"{address}/causal_mask")
    click_cell(page, i=2, j=1)
    with answered(page):
        page.get_by_role("slider", name="Query i").press("ArrowRight")
    assert chosen_cell(page) == (3, 1)
    click_cell(page, i=2, j=1)


def click_cell(page, *, i: int, j: int) -> None:
    """Click a cell of the first map; then the address has it."""
    chart = page.locator("[data-testid=stVegaLiteChart]").first
    chart.scroll_into_view_if_needed()
    box = chart.locator(f"path[aria-label*='key j: {j}; query i: {i}']").first.bounding_box()
    with answered(page):
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert chosen_cell(page) == (i, j)


def chosen_cell(page) -> tuple[int, ...]:
    """The cell that the address names."""
    asked = "['mask_query', 'mask_key'].map(key => Number(new URLSearchParams(location.search).get(key)))"
    return tuple(page.evaluate(asked))
