"""EMO-01 and COL-01 as a reader meets them: a box that is full of emoji, and a table whose columns are hard words."""

from urllib.parse import quote

import pytest

from tests.browser.conftest import console_errors, main_text, query, settle


@pytest.mark.parametrize(
    ("stem", "key", "label", "text", "most"),
    [
        ("attention", "attention_text", "An English sentence", "I like it" + "😀" * 100, 160),
        ("tokenization", "text", "Your text", "😀" * 1100, 2000),
        ("sampling", "sampling_text", "An English sentence", "The cat sat.", 160),
    ],
)
def test_emo_01_the_box_can_be_edited(visit, address, stem, key, label, text, most):
    page = visit(f"{address}/{stem}?{key}={quote(text)}")
    box = page.get_by_role("textbox", name=label)
    held = box.input_value()
    assert page.evaluate("text => text.length", held) <= most and text.startswith(held)
    assert ("It was cut" in main_text(page)) == (held != text)
    box.press("ControlOrMeta+End")
    box.press("Backspace")
    box.press("Backspace")
    box.type("é!")
    box.press("ControlOrMeta+Enter" if stem == "tokenization" else "Enter")
    settle(page)
    assert f"{key}=" in query(page) and query(page).endswith("é!")


def test_col_01_a_table_shows_every_column(visit, address):
    words = ["temperature", "constructor", "__proto__", "index", "_index", "twin", "twin", "a.b['c']"]
    page = visit(f"{address}/sampling?candidates={quote(','.join(words))}", width=1600)
    page.get_by_text("Data", exact=True).nth(1).click()
    table = page.get_by_test_id("stDataFrame").nth(1)
    heads = table.locator("thead [role=columnheader]")
    settle(page)
    heads.nth(4).wait_for(state="attached")  # it is drawn once it is there; the rest once it is scrolled to
    shown = [head.text_content() for head in heads.all()]
    assert shown == ["temperature", "temperature (0)", *words[1:6], "twin (6)", words[7]][: len(shown)]
    assert len(shown) >= 5
    assert not console_errors(page)
