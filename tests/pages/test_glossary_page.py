"""The page of the glossary: each term once, where a link can open it, and the way to the page that shows it."""

from unittest.mock import patch

import pytest

from core import glossary
from core.glossary import TERMS
from core.ui.contents import sections
from core.ui.terms import way_to_term
from tests.pages.driver import assert_sound, open_page, plain_text
from tests.pages.reading import first_uses


def anchors(app) -> list[str]:
    """Where a link can open the terms, as they stand on the page."""
    return [heading.proto.anchor for heading in app.subheader]


def test_each_term_stands_on_it_once_with_its_text_and_the_way_to_its_page():
    app = open_page("glossary")
    assert_sound(app)
    assert anchors(app) == [term.key for term in TERMS]
    shown = "\n".join(block.value for block in app.markdown)
    for term in TERMS:
        assert shown.count(term.text) == 1 and f"](</{term.page}" in shown
        assert all(f"${tex}$" in shown for tex in (term.symbol, term.shape) if tex), term.name


def test_by_page_the_same_terms_stand_in_reading_order():
    app = open_page("glossary", {"glossary_order": "pages"})
    assert_sound(app)
    assert sorted(anchors(app)) == sorted(term.key for term in TERMS)
    pages = [glossary.named(key).page for key in anchors(app)]
    order = [row.stem for row in sections()]
    assert pages == sorted(pages, key=order.index)
    assert [heading.value for heading in app.header] == [row.title for row in sections() if row.stem in pages]


def test_each_page_of_the_essays_shows_some_term():
    assert {term.page for term in TERMS} == {row.stem for row in sections()}


def test_a_search_leaves_what_was_asked_for_and_says_when_that_is_nothing():
    assert anchors(open_page("glossary", {"find": "Mask  CAUSAL"})) == ["causal-mask"]
    nothing = open_page("glossary", {"find": "<b>zzz"})
    assert anchors(nothing) == [] and "No term has “<b>zzz” in" in plain_text(nothing)


def test_in_a_page_inside_another_page_words_lead_nowhere():
    with patch("core.ui.terms.is_embedded", return_value=True):
        for stem in ("glossary", "scaling"):
            shown = "\n".join(block.value for block in open_page(stem).markdown)
            assert "](<" not in shown and "[[" not in shown
    assert "A score is a dot product of a query and a key" in shown


def test_the_way_to_a_page_names_it_and_what_it_shows():
    assert way_to_term(glossary.named("top-k")) == "[Sampling](</sampling?top_k=4>)"
    assert way_to_term(glossary.named("key")) == "[Attention](</attention>)"


@pytest.mark.parametrize(
    ("texts", "found"),
    [
        (("A [[key]], a key.",), {"key": True}),
        (("A key, a [[key]].",), {"key": False}),
        (("Later.", "Two **keys**."), {"key": False}),
        (("The [[causal mask]] is a mask.",), {"causal mask": True, "mask": False}),
        (("Causal\nmask, pre-key, keyed, $key$, `key`.",), {"causal mask": False}),
        (("[[what a key is|query]]",), {"query": True}),
    ],
)
def test_what_counts_as_a_use_in_the_prose(texts, found):
    assert first_uses(texts) == found


def test_prose_leads_to_the_glossary_and_a_control_is_helped_by_it():
    app = open_page("sampling")
    shown = "\n".join(block.value for block in app.markdown)
    assert "**[logits](</glossary#logits>)**" in shown and "[Softmax](</glossary#softmax>)" in shown
    helped = {widget.key: widget.help for widget in [*app.slider, *app.select_slider, *app.number_input]}
    assert helped["temperature"] == f"{glossary.named('temperature').text} 0 is greedy."
    assert helped["draw_seed"] == glossary.named("seed").text and not helped["draws"]
