"""A chart whose data change in the browser looks like one that is built from the new data."""

import re
from pathlib import Path

import pytest

from tests.browser.conftest import query, running
from tests.browser.rest import answered, listen, settle
from tests.charts.states import STATES

# One line per mark, word and axis line of each chart: what it is, where it stands, what it says and how it is painted.
DRAWN = """() => Object.fromEntries([...document.querySelectorAll('[data-testid=stVegaLiteChart]')].map(box => {
    const svg = box.querySelector('svg');
    const name = box.closest('[class*=st-key-box_]').className.match(/st-key-box_(\\S+)/)[1];
    const seen = part => part.getAttribute('opacity') !== '0' && !part.closest('clipPath');
    const parts = [...svg.querySelectorAll('path, text, rect, line, image')].filter(seen);
    return [name, [svg.getAttribute('viewBox'), ...parts.map(p => [p.tagName, p.textContent, p.getAttribute('d'),
        p.getAttribute('fill'), p.getAttribute('stroke'), p.getAttribute('opacity'), p.getAttribute('stroke-dasharray'),
        ['e', 'f', 'a', 'b'].map(k => p.getCTM()[k].toFixed(2)), p.getAttribute('width')].join(' | '))]];
}))"""


@pytest.fixture(scope="module")
def changing():
    with running(Path(__file__).with_name("changing_charts.py")) as address:
        yield address


@pytest.fixture(scope="module")
def drawings(changing, browser):
    """name -> (its lines after the data changed, its lines when built from the new data)."""
    context = browser.new_context(viewport={"width": 900, "height": 900})
    moved = _open(context, changing)
    before = moved.evaluate(DRAWN)
    with answered(moved):
        moved.get_by_text("later").click()
    assert "later" in query(moved)
    anew = _open(context, f"{changing}/?later=true")
    after, built = moved.evaluate(DRAWN), anew.evaluate(DRAWN)
    context.close()
    assert set(before) == set(after) == set(built)
    return {name: tuple(state[name.replace(" ", "_")] for state in (before, after, built)) for name in STATES}


def _open(context, address: str):
    page = context.new_page()
    listen(page)
    page.goto(address)
    settle(page)
    return page


@pytest.mark.parametrize("name", STATES)
def test_a_chart_that_changes_looks_like_one_built_anew(name, drawings):
    before, after, built = (list(map(_rounded, lines)) for lines in drawings[name])
    assert before != built, "the two states look the same"
    assert [line for line in after if line not in built] == [line for line in built if line not in after] == []
    assert len(after) == len(built)


@pytest.mark.parametrize("name, rows", [("heatmap", ["new", "b", "a", "c"]), ("mask pair", ["0", "1", "2", "3"])])
def test_rows_stand_in_their_order_where_whole_rows_are_hidden(name, rows, drawings):
    """A layer that leaves hidden cells out would otherwise put a row without any other cell last."""
    lines = [line.split(" | ") for line in drawings[name][1]]
    texts = [(text, *map(float, place.split(",")[:2])) for tag, text, *_, place, _ in lines[1:] if tag == "text"]
    left = min(across for text, across, _ in texts if text in rows)
    down = sorted((y, text) for text, across, y in texts if text in rows and across == left)
    assert [text for _, text in down] == rows


def _rounded(line: str) -> str:
    """The line with numbers rounded to half a pixel, since text is measured again, and no names of gradients."""
    return re.sub(r"url\([^)]*\)|-?\d+\.\d+(?:e-?\d+)?", _half, line or "")


def _half(found: re.Match) -> str:
    return "paint" if found[0].startswith("url") else str(round(float(found[0]) * 2) / 2)
