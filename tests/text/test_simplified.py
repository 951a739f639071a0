"""The simplified splitter and its hashed ids."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.text import HASH_RANGE, collision_probability, hash_id, load_words, split_simplified
from core.transformer import PAPER_BASE
from tests.evidence import holds


@given(st.text(max_size=80))
def test_pieces_join_back_to_the_words(text):
    pieces = split_simplified(text)
    assert "".join(piece.text for piece in pieces) == "".join(text.split())
    for piece in pieces:
        assert text[piece.start : piece.start + len(piece.text)] == piece.text
        assert 0 <= piece.id < HASH_RANGE and piece.id == hash_id(piece.text)


@pytest.mark.parametrize(
    ("word", "pieces"),
    [
        ("family👨‍👩‍👧", ["famil", "y👨‍👩‍👧"]),
        ("abcd👍🏽xyz", ["abcd👍🏽", "xyz"]),
        ("abcd👨‍👩‍👧", ["abcd👨‍👩‍👧"]),
        ("e" + "\u0301" * 9, ["e" + "\u0301" * 9]),
        ("अंतर्राष्ट्रीयकरण", ["अंतर्", "राष्ट्रीयकरण"]),
        ("wonderful,", ["wonde", "rful,"]),
    ],
)
def test_a_cut_leaves_marks_and_joined_emoji_with_their_base(word, pieces):
    assert [piece.text for piece in split_simplified(word)] == pieces


@holds(
    "tokenization",
    shows="the chance that two pieces get the same id",
    against="the product of the birthday problem, factor by factor",
    within="1e-12",
)
def test_collision_probability_is_the_birthday_formula():
    for n, size in ((2, 10), (5, 10), (10, 10), (23, 365)):
        distinct = 1.0
        for i in range(n):
            distinct *= (size - i) / size
        assert collision_probability(n, size) == pytest.approx(1 - distinct, rel=1e-12)
    assert collision_probability(50) == pytest.approx(0.0326, abs=5e-5)
    assert collision_probability(226) < 0.5 < collision_probability(228)
    assert (collision_probability(0), collision_probability(1), collision_probability(HASH_RANGE + 1)) == (0, 0, 1)


@pytest.mark.parametrize("arguments", [(-1,), (3, 0)])
def test_collision_probability_refuses_nonsense(arguments):
    with pytest.raises(ValueError):
        collision_probability(*arguments)


@holds(
    "tokenization",
    says="a number from 0 to 36,999 that looks random",
    against="the number of different ids that 4,256 draws by lot would give",
    within="four standard deviations",
)
def test_ids_fall_as_if_drawn_by_lot():
    """As many different ones as balls in boxes would fill, within four standard deviations."""
    words = load_words(4256)
    filled = HASH_RANGE * (1 - (1 - 1 / HASH_RANGE) ** len(words))
    assert len({hash_id(word) for word in words}) == pytest.approx(filled, abs=60)


@holds(
    "tokenization",
    says="The range is that of the paper's vocabulary of 37,000 entries.",
    against="the vocabulary of the paper's base model",
)
def test_the_range_is_that_of_the_papers_vocabulary():
    assert HASH_RANGE == PAPER_BASE.vocab_size == 37_000
