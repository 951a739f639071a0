"""What each entry of the glossary holds, and how a term is found."""

import re
from collections import Counter

import pytest

from core import glossary
from core.glossary import TERMS, Term
from core.ui.contents import ALL_SECTIONS

BY_KEY = {"argvalues": TERMS, "ids": [term.key for term in TERMS]}


def test_no_two_terms_share_a_key_or_a_spelling():
    names = Counter(name for term in TERMS for name in {term.key, *term.spellings})
    assert [name for name, count in names.items() if count > 1] == []


def test_terms_stand_in_the_order_of_their_names():
    assert [term.name.lower() for term in TERMS] == sorted(term.name.lower() for term in TERMS)


@pytest.mark.parametrize("term", **BY_KEY)
def test_a_term_is_told_in_one_or_two_sentences(term):
    assert 1 <= len(re.findall(r"[.?!](?= |$)", term.text)) <= 2
    assert term.text.endswith(".") and term.text[0].isupper() and "  " not in term.text


@pytest.mark.parametrize("term", **BY_KEY)
def test_its_latex_is_balanced(term):
    for tex in (term.symbol, term.shape, *re.findall(r"\$([^$]*)\$", term.text)):
        assert unbalanced(tex) == "", tex
    assert "$" not in term.symbol + term.shape and term.text.count("$") % 2 == 0


def unbalanced(tex: str) -> str:
    """What is left of the brackets of a formula when all pairs are taken out."""
    left = re.sub(r"[^\[\](){}«»]", "", tex.replace(r"\left", "«").replace(r"\right", "»"))
    if left.count("«") == left.count("»"):
        left = re.sub("[«»]", "", left)
    while (fewer := re.sub(r"\[\]|\(\)|\{\}", "", left)) != left:
        left = fewer
    return left


def test_what_is_not_balanced_is_seen():
    assert unbalanced(r"\frac{a}{b") and unbalanced(r"[B, T") and unbalanced(r"\left( x )")
    assert not unbalanced(r"\frac{a}{\left(b\right)}")


@pytest.mark.parametrize("term", **BY_KEY)
def test_its_page_is_a_section(term):
    assert term.page in {row.stem for row in ALL_SECTIONS}


def test_a_term_is_found_by_key_and_by_every_spelling():
    for term in TERMS:
        for name in (term.key, *term.spellings, term.name.upper(), term.name.replace(" ", "\n")):
            assert glossary.named(name) is term


def test_a_mark_that_names_no_term_is_an_error():
    with pytest.raises(KeyError, match="no term “nonsense”"):
        glossary.with_marks("[[nonsense]]", lambda words, term: words)


def test_a_mark_may_show_other_words_and_the_rest_of_the_text_stays():
    said = glossary.with_marks("a [[Key]], [[two words|kv-cache]] [link](x) $[[1]$", lambda words, term: f"<{words}>")
    assert said == "a <Key>, <two words> [link](x) $[[1]$"


@pytest.mark.parametrize(
    ("label", "name"),
    [("Key, j", "key"), ("Scores S", "score"), ("d_model", "model width"), ("Top-k", "top-k"), ("Bias, β", "bias")],
)
def test_a_label_that_is_a_term_names_it(label, name):
    assert glossary.of_label(label).name == name


@pytest.mark.parametrize("label", ["Heads cut out", "Layer to cut in", "Step", "", "x", "Query of it"])
def test_a_label_that_says_more_names_none(label):
    assert glossary.of_label(label) is None


def test_a_search_finds_words_in_names_symbols_and_texts():
    assert glossary.named("GELU") in glossary.matching("gelu")
    assert glossary.named("wavelength") in glossary.matching(r"\lambda")
    assert glossary.named("nat") in glossary.matching("half probability")
    assert glossary.matching("zzz") == ()
    assert Term("a", "B.", "sampling").spellings == ("a",)
