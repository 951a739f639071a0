"""COL-01: readers' words that are the names of a page's own columns, or twins, cost no column of any table."""

import sys

import pytest

from core import ui
from core.ui.tables import as_frame
from tests.pages.driver import STEMS, assert_sound, controls, open_page

FIGURE = sys.modules["core.ui.figure"]  # the name in the package is the function's
HARD = ["constructor", "__proto__", "twin", "twin", "=1+1", "index", "valueOf", "'"]


def tables(stem: str, query: dict, monkeypatch) -> dict:
    """Every figure's table, by the figure's key."""
    found = {}
    with monkeypatch.context() as patch:
        patch.setattr(FIGURE, "drawers", lambda contents, key: contents["Data"]())
        patch.setattr(FIGURE, "_data", lambda chart, data, key, alt: found.__setitem__(key, as_frame(data)))
        assert_sound(open_page(stem, query))
    return found


def takers(stem: str) -> list[ui.Words]:
    return [control for control in controls(open_page(stem)) if isinstance(control, ui.Words)]


@pytest.mark.parametrize("stem", STEMS)
def test_every_column_is_kept_whatever_the_words_are(stem, monkeypatch):
    boxes = takers(stem)
    if not boxes:
        pytest.skip("no words can be typed here")
    plain = tables(stem, {}, monkeypatch)
    names = {
        name for table in plain.values() for name in map(str, table.columns) if "," not in name and len(name) <= 20
    }
    own = sorted(names - {word for box in boxes for word in box.default})
    for start in (*range(0, len(own), 4), None):
        words = HARD if start is None else own[start:] + own[:start] + HARD
        query = {box.key: ",".join(words[: len(box.default)]) for box in boxes}
        for key, table in tables(stem, query, monkeypatch).items():
            assert table.columns.is_unique, key
            if key in plain:
                assert table.shape[1] == plain[key].shape[1], key


def test_the_pages_of_the_case(monkeypatch):
    words = ["temperature", *(f"w{n}" for n in range(1, 8))]
    curves = tables("sampling", {"candidates": ",".join(words)}, monkeypatch)["sampling_curves"]
    assert curves["temperature"].tolist() == [at / 20 for at in range(41)]
    assert list(curves.columns) == ["temperature", "temperature (0)", *words[1:]]
    found = tables("lookup", {"lookup_tokens": "length,query,token,key,it"}, monkeypatch)
    assert list(found["lookup_saturation"].columns) == ["length", "length (0)", "query", "token", "key", "it"]
    assert list(found["lookup_matrix"].columns) == ["query", "length", "query (1)", "token", "key", "it"]
