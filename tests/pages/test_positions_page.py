"""The positions page: the numbers it says are those of the paper's formula."""

import math
import re

import pytest

from tests.pages.driver import assert_sound, open_page, plain_text, snippets


@pytest.mark.parametrize(
    ("p", "pair", "values"), [("50", "0", (-0.262375, 0.964966)), ("50", "256", (0.479426, 0.877583))]
)
def test_pe_01_the_formula_with_the_numbers_in(p, pair, values):
    app = open_page("positions", {"position": p, "pair": pair})
    shown = snippets(app)["snippet"][1]
    assert shown == pytest.approx(values, abs=1e-5)
    latex = "\n".join(block.value for block in app.latex)
    assert all(f"= {value:.6f}" in latex for value in values)


def test_pe_04_the_ends_of_the_wavelengths_are_exact():
    said = plain_text(open_page("positions"))
    assert "repeats after 6.283 positions" in said and "the last after 60,611; the limit is 62,832" in said


def test_the_product_depends_on_the_distance_alone():
    said = plain_text(open_page("positions", {"position": "400", "shift": "7"}))
    assert "from position 0 and" in said
    gap = float(said.split("differ by ")[1].split(" ")[0])
    assert gap < 1e-3
    expected = sum(math.cos(7 * 10_000 ** (-2 * i / 512)) for i in range(256))
    assert f"At distance 7 the product is {expected:.3f}" in said


def test_a_shift_turns_every_position():
    said = plain_text(open_page("positions", {"position": "300", "shift": "100", "pair": "2"}))
    error = float(re.search(r"differs from PE\(p \+ 100\) by (\S+) at most", said)[1])
    assert error < 1e-3


def test_shuffling_changes_nothing_without_positions_and_something_with_them():
    app = open_page("positions", {"shuffle": "2"})
    assert max(snippets(app)["shuffle"][1]) > 0.01
    said = plain_text(app)
    assert float(said.split("changes by more than ")[1].split(". ")[0]) < 1e-12


@pytest.mark.parametrize(
    ("words", "answer"),
    [("the,xqzzy", "At least two words with a vector"), ("cat,dog,<b>x", "There is no vector for “<b>x”: left out."),
     ("cat,cat", "")],
)  # fmt: skip
def test_words_without_a_vector_get_a_sentence(words, answer):
    app = open_page("positions", {"shuffled_words": words})
    assert_sound(app)
    assert answer in plain_text(app)
