"""Every page at both widths and in both themes: no overflow, no error, every chart with its alternative text."""

import pytest

from core.ui.contents import every_page
from tests.browser.conftest import console_errors

PAGES = ["", *(row.stem for row in every_page())]


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("width, theme", [(1280, "light"), (390, "dark")])
def test_page_is_whole(visit, address, name, width, theme):
    page = visit(f"{address}/{name}", width, theme)
    facts = page.evaluate(
        """() => { const main = document.querySelector('[data-testid=stMain]');
            const charts = [...document.querySelectorAll('[role=graphics-document]')];
            return { wide: main.scrollWidth - main.clientWidth, h1: document.querySelectorAll('h1').length,
                     unnamed: charts.map(c => c.getAttribute('aria-label'))
                                    .filter(label => !label || label === 'Vega visualization').length,
                     exceptions: document.querySelectorAll('[data-testid=stException]').length }; }"""
    )
    assert facts["wide"] <= 2
    assert facts["h1"] == 1
    assert facts["unnamed"] == 0
    assert facts["exceptions"] == 0
    assert not console_errors(page)
