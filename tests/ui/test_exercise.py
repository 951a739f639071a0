"""The reader's answer: read strictly, checked with tolerance, told what it confuses, and never repeated as markup."""

import pytest

from core.exercises import Draw, Question
from core.ui.exercise import asked
from core.ui.judging import is_right, shown, unreadable, verdict
from core.ui.seed import Seed

SHARE = Question("How much?", 75.64, "…", tolerance=0.5, unit="%", digits=1, confusions={24.36: "what is left"})
SIDE = Question("Which?", "left", "…", choices=("left", "right", "neither"), confusions={"right": "the mirror image"})


@pytest.mark.parametrize("given", ["75.64", "75.2", "76.1", "75.64%", "75.64 %", " 75.64 "])
def test_answers_within_the_tolerance_are_right(given):
    assert unreadable(SHARE, given) is None and is_right(SHARE, given)
    assert verdict(SHARE, given) == "Right: the answer is **75.6 %**."


@pytest.mark.parametrize("given", ["75.1", "76.2", "0.7564", "-75.64"])
def test_answers_beyond_it_are_not(given):
    assert not is_right(SHARE, given)
    assert verdict(SHARE, given) == "Not quite: the answer is **75.6 %**. Here is the way there."


@pytest.mark.parametrize("given", ["24.36", "24.4 %", "23.9"])
def test_a_wrong_answer_is_told_what_it_confuses(given):
    assert verdict(SHARE, given).endswith("**75.6 %**. Yours is what is left. Here is the way there.")


@pytest.mark.parametrize("given", ["", "abc", "75,6", "7e1", "nan", "<b>", "**bold**", "[x](http://x)"])
def test_unreadable_answers_get_a_sentence_and_are_not_repeated(given):
    assert unreadable(SHARE, given)
    assert "plain decimal number" in verdict(SHARE, given)
    assert not given or given not in verdict(SHARE, given)


def test_choices_are_compared_as_they_are():
    assert is_right(SIDE, "left") and not is_right(SIDE, "right")
    assert shown(SIDE) == "left"
    assert "Yours is the mirror image." in verdict(SIDE, "right")
    assert "Yours" not in verdict(SIDE, "neither")


def test_the_seed_is_a_control_of_whole_numbers_and_brings_the_choice_of_the_exercise_along():
    seed = Seed("question")
    assert seed.samples() == (1, 99) and seed.default == 1
    assert [part.key for part in seed.parts] == ["question_number", "question"]
    assert seed.exercise.default == "1" and seed.exercise.options == ("1", "2", "3")


def numbered(rng: Draw) -> Question:
    return Question(f"Question {rng.number}", rng.random(), "…")


def test_a_question_is_made_from_its_number():
    assert asked(numbered, 7) == numbered(Draw(7))
