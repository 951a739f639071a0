"""EMO-01: a text that a control holds is never longer than its box, by the browser's own count; so it can be edited."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import ui
from core.ui import parse
from core.ui.links import canonical_text
from tests.pages.driver import STEMS, controls, open_page, plain_text

BOX = ui.Text("box", "Box", default="x", most=7, area=True, exact=True)


def browser_length(text: str) -> int:
    """`text.length` in JavaScript: one for each character of the first 65,536, two for any other."""
    return sum(2 if ord(character) > 0xFFFF else 1 for character in text)


@given(st.text(max_size=20))
def test_what_is_kept_is_the_longest_beginning_that_fits(text):
    kept = BOX.read(text)
    cleaned = parse.clean(text, lines=True, exact=True)
    assert parse.units(text) == browser_length(text)
    assert cleaned.startswith(kept) and browser_length(kept) <= BOX.most
    rest = cleaned[len(kept) :]
    assert not rest or browser_length(kept + rest[0]) > BOX.most
    assert BOX.read(kept) == kept and BOX.adjusted(kept, kept) is None, "its own link is read as it is"


@pytest.mark.parametrize(
    ("text", "note"), [("😀" * 4, "from 8 to 7 characters, of which"), ("a" * 9, "from 9 to 7 characters.")]
)
def test_the_note_counts_as_the_browser_does(text, note):
    assert note in canonical_text(BOX, text)[1]


@pytest.mark.parametrize("stem", STEMS)
def test_every_text_box_holds_no_more_than_it_can(stem):
    """Given emoji by the link, and by default."""
    page = open_page(stem)
    boxes = [control for control in controls(page) if isinstance(control, ui.Text)]
    for box in boxes:
        assert browser_length(box.default) <= box.most
    if boxes:
        app = open_page(stem, {box.key: "I like it " + "😀" * box.most for box in boxes})
        assert not app.exception
        for shown in [*app.text_input, *app.text_area]:
            assert browser_length(shown.value or "") <= (shown.proto.max_chars or browser_length(shown.value or ""))
        assert all(f"The link says {box.key} = " in plain_text(app) for box in boxes)
