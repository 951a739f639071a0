"""WordPiece by BERT's rules, on vocabularies small enough to check by eye."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.text import WordPiece, basic_words, word_spans

LETTERS = [chr(code) for code in range(ord("a"), ord("z") + 1)]
SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]


@pytest.fixture
def tiny():
    return WordPiece([*SPECIAL, "un", "##aff", "##able", "##a", "[", "]", "sep", "東"])


def test_the_longest_entry_wins_from_the_left(tiny):
    assert tiny.tokens("unaffable") == ["un", "##aff", "##able"]
    assert tiny.tokens("unaable UNÀ") == ["un", "##a", "##able", "un", "##a"]


def test_a_word_with_an_unmatched_part_is_unknown_as_a_whole(tiny):
    assert tiny.tokens("unaffablex un") == ["[UNK]", "un"]


def test_words_over_a_hundred_characters_are_unknown():
    pieces = WordPiece([*SPECIAL, "a", "##a"])
    assert pieces.tokens("a" * 100) == ["a"] + ["##a"] * 99
    assert pieces.tokens("a" * 101) == ["[UNK]"]


def test_special_ids_come_from_encode_only(tiny):
    assert tiny.encode("") == [2, 3] and tiny.encode("", special=False) == []
    assert tiny.tokens("[SEP]") == ["[", "sep", "]"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Hello,  World!", ["hello", ",", "world", "!"]),
        ("ÀÉî Straße", ["aei", "straße"]),
        ("a\u00a0b\u2003c\td", ["a", "b", "c", "d"]),
        ("a\u200db\ufffdc\x00d", ["abcd"]),
        ("東京x", ["東", "京", "x"]),
        ("カタカナ", ["カタカナ"]),
        ("$5+x`", ["$", "5", "+", "x", "`"]),
        (" \n\t", []),
    ],
)
def test_basic_words(text, words):
    assert basic_words(text) == words


@given(st.text(max_size=40))
def test_pieces_join_back_to_the_words(text):
    pieces = WordPiece([*SPECIAL, *LETTERS, *(f"##{letter}" for letter in LETTERS), "the", "##er", ",", "."])
    joined = "".join(f" {t}" if not t.startswith("##") else t[2:] for t in pieces.tokens(text)).split()
    words = basic_words(text)
    assert len(joined) == len(words)
    assert all(found in (word, "[UNK]") for found, word in zip(joined, words, strict=True))


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("Déjà-vu", ["Déjà", "-", "vu"]),
        ("De\u0301ja\u0300, e\u0301", ["De\u0301ja\u0300", ",", "e\u0301"]),
        (" x\u200by  東京 ΟΔΟΣ", ["x\u200by", "東", "京", "ΟΔΟΣ"]),
        ("\u0301", []),
    ],
)
def test_every_word_knows_its_place_in_the_text(text, places):
    assert [text[word.start : word.end] for word in word_spans(text)] == places


@given(st.text(max_size=40))
def test_places_stand_in_order_and_fold_to_their_words(text):
    last = 0
    for word in word_spans(text):
        assert last <= word.start < word.end <= len(text)
        last = word.start  # two signs may come from one character
        alone = "".join(basic_words(text[word.start : word.end])).replace("ς", "σ")  # a final sigma, cut out, or not
        assert word.text.replace("ς", "σ") in alone


@pytest.mark.parametrize(
    ("vocab", "message"), [(["a", "[CLS]"], r"lacks \[UNK\], \[SEP\]"), ([*SPECIAL, "a", "a"], "twice")]
)
def test_a_vocabulary_that_cannot_work_is_refused(vocab, message):
    with pytest.raises(ValueError, match=message):
        WordPiece(vocab)
