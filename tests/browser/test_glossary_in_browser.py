"""From a term on a page to the glossary and on to the page that shows it, in a real browser."""

import pytest

from tests.browser.conftest import console_errors, query
from tests.browser.rest import settle

HEIGHT = "key => document.getElementById(key).getBoundingClientRect().top / innerHeight"  # 0: at the top of the window


def in_new_tab(page, link):
    """The tab that a link opens."""
    with page.context.expect_page() as opened:
        link.click()
    return opened.value


def test_a_term_opens_the_glossary_at_it_and_the_page_stays_as_it_is(visit, address):
    page = visit(f"{address}/sampling?temperature=0.5")
    glossary = in_new_tab(page, page.get_by_role("link", name="logits", exact=True))
    glossary.wait_for_selector("#logits")
    glossary.wait_for_function(f"0 <= ({HEIGHT})('logits') && ({HEIGHT})('logits') < 0.5")
    assert glossary.url == f"{address}/glossary#logits"
    assert query(page) == "?temperature=0.5" and page.locator("h1").inner_text() == "Sampling"
    shown = in_new_tab(glossary, glossary.locator("a[href$='?top_k=4']"))
    shown.get_by_role("heading", name="Sampling", level=1).wait_for()
    assert query(shown) == "?top_k=4"
    for tab in (glossary, shown):
        tab.close()


@pytest.mark.parametrize("width, theme, key", [(1280, "light", "layer-normalisation"), (390, "dark", "warm-up")])
def test_a_link_opens_the_glossary_at_a_term(visit, address, width, theme, key):
    page = visit(f"{address}/glossary#{key}", width, theme)
    assert 0 <= page.evaluate(HEIGHT, key) < 0.5
    assert not console_errors(page)


def test_a_letter_leads_to_its_terms_without_asking_the_server(visit, address):
    page = visit(f"{address}/glossary")
    asked = page.evaluate("rest.account.asked")
    page.get_by_role("link", name="S", exact=True).click()
    settle(page)
    assert 0 <= page.evaluate(HEIGHT, "s") < 0.5
    assert page.evaluate("rest.account.asked") == asked


def test_a_page_within_a_page_has_no_way_to_the_glossary(visit, address):
    page = visit(f"{address}/sampling?embed=true")
    assert page.locator("a[href*=glossary]").count() == 0 and page.get_by_text("logits", exact=True).count() == 1
