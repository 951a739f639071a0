"""The embeddings page: cosines and angles are those of the vectors, and what has none gets a sentence."""

import pytest

from core import text
from core.text import WordVectors
from tests.evidence import holds
from tests.pages.driver import assert_sound, controls, open_page, plain_text, snippets


def test_emb_01_a_zero_vector_gets_a_sentence_and_a_plot():
    app = open_page("embeddings", {"arrow_u": "0,0", "arrow_v": "1,2"})
    assert_sound(app)
    said = plain_text(app)
    assert "No cosine and no angle here: similarity is undefined for a zero vector." in said
    assert "nan" not in said.lower()
    assert len(app.get("vega_lite_chart")) == len(open_page("embeddings").get("vega_lite_chart"))


@holds(
    "embeddings",
    shows="cosine and angle of two arrows",
    against="five pairs worked out by hand",
    within="three decimals",
)
@pytest.mark.parametrize(
    ("u", "v", "cosine", "angle"),
    [
        ("-0.7,-1.27", "-0.7,-1.27", "1.000", "0.0"), ("1,2", "2,4", "1.000", "0.0"), ("3,4", "4,3", "0.960", "16.3"),
        ("1,0", "0,1", "0.000", "90.0"), ("1,2", "-1,-2", "−1.000", "180.0"),
    ],
)  # fmt: skip
def test_emb_02_arrows_by_hand(u, v, cosine, angle):
    said = plain_text(open_page("embeddings", {"arrow_u": u, "arrow_v": v}))
    assert f"u and v have cosine {cosine}, an angle of {angle}°." in said


def test_two_words_are_compared_in_the_full_space_and_on_the_plane():
    vectors = WordVectors.load()
    app = open_page("embeddings", {"word_a": "King", "word_b": "queen"})
    said = plain_text(app)
    assert f"“king” and “queen”: cosine {vectors.cosine('king', 'queen'):.3f}" in said
    assert "in all 50 dimensions, cosine" in said and "of the variance of its words" in said
    assert snippets(app)["snippet"][1] == pytest.approx(
        [vectors.cosine("king", "queen"), vectors.angle("king", "queen")]
    )


@pytest.mark.parametrize("key", ["word_a", "own_words", "analogy"])
def test_an_unknown_word_gets_a_sentence_with_similar_spellings(key):
    value = {"word_a": "kingg", "own_words": "kingg", "analogy": "kingg,man,woman"}[key]
    app = open_page("embeddings", {key: value})
    assert_sound(app)
    assert "There is no vector for “kingg”. Similar spellings: king" in plain_text(app)


def test_unknown_groups_and_markup_get_a_sentence():
    app = open_page("embeddings", {"word_groups": "<b>x,cities", "word_b": "<b>x"})
    assert_sound(app)
    said = plain_text(app)
    assert "word_groups = “<b>x,cities”: there is no such option" in said and "There is no vector for “<b>x”" in said
    assert "<b>x" not in "\n".join(block.value for block in app.markdown)


def test_the_page_offers_the_groups_that_there_are():
    (groups,) = [control for control in controls(open_page("embeddings")) if control.key == "word_groups"]
    assert groups.options == tuple(text.CATEGORIES)


def test_an_analogy_without_a_direction_gets_a_sentence():
    app = open_page("embeddings", {"analogy": "king,man,woman"})
    said = plain_text(app)
    assert "king − man + woman is nearest to “queen” with a cosine of 0.85" in said
    assert "Were the three allowed, it would be “king” with 0.89" in said


@pytest.mark.parametrize("sentence", ["", "No such word here.", "bank " * 30])
def test_a_sentence_that_cannot_be_used_is_left_out(sentence):
    app = open_page("embeddings", {"bank_sentence": sentence})
    assert_sound(app)
    said = plain_text(app)
    if sentence.startswith("bank"):
        assert "Yours has" in said
    else:
        assert "Your sentence is left out" in said and "Yours has" not in said


def test_context_drives_the_meanings_apart():
    first, last = (plain_text(open_page("embeddings", {"context_layer": layer})) for layer in ("0", "6"))
    assert "and 0.99 between money 1 and river 1" in first and "and 0.76 between money 1 and river 1" in last


def test_a_word_of_several_tokens_is_named_as_such():
    said = plain_text(open_page("embeddings", {"table_word": "internationalization"}))
    assert "To the translator this is" in said and "The first is looked up." in said
