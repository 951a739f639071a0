"""The reader's answer: read strictly, checked with tolerance, and never repeated as markup."""

import pytest

from core.exercises import Question
from core.ui.exercise import Seed, is_right, shown, unreadable, verdict

SHARE = Question("How much?", 75.64, "…", tolerance=0.5, unit="%", digits=1)
SIDE = Question("Which?", "left", "…", choices=("left", "right"))


@pytest.mark.parametrize("given", ["75.64", "75.2", "76.1", "75.64%", "75.64 %", " 75.64 "])
def test_answers_within_the_tolerance_are_right(given):
    assert unreadable(SHARE, given) is None and is_right(SHARE, given)
    assert verdict(SHARE, given) == "Right: the answer is **75.6 %**."


@pytest.mark.parametrize("given", ["75.1", "76.2", "0.7564", "-75.64"])
def test_answers_beyond_it_are_not(given):
    assert not is_right(SHARE, given)
    assert "75.6 %" in verdict(SHARE, given)


@pytest.mark.parametrize("given", ["", "abc", "75,6", "7e1", "nan", "<b>", "**bold**", "[x](http://x)"])
def test_unreadable_answers_get_a_sentence_and_are_not_repeated(given):
    assert unreadable(SHARE, given)
    assert "plain decimal number" in verdict(SHARE, given)
    assert not given or given not in verdict(SHARE, given)


def test_choices_are_compared_as_they_are():
    assert is_right(SIDE, "left") and not is_right(SIDE, "right")
    assert shown(SIDE) == "left"


def test_the_seed_is_a_control_of_whole_numbers():
    seed = Seed("question")
    assert seed.samples() == (1, 99) and seed.default == 1
