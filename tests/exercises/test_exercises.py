"""The exercises of the pages: every question that a link can name can be asked, answered, and told from a wrong one."""

import math
import re
import subprocess
import sys
from itertools import pairwise

import pytest

from core.exercises import KINDS, Draw, Question
from core.ui.contents import PAGES, ROOT
from core.ui.judging import is_right, shown, verdict
from tests.exercises.every_question import EXERCISES, NUMBERS, STEMS, makers, questions

# Where the subject has fewer than 60 questions, how many it has, and why.
FEWER: dict[str, tuple[int, str]] = {
    "layers_until_two_senses_part": (50, "six pairs of sentences; between two printed cosines there is little room")
}
# Answers that are one of few by nature; the question is what it takes to know which.
FEW_ANSWERS = {"layers_until_two_senses_part": 3}

every_exercise = pytest.mark.parametrize(("stem", "name"), EXERCISES)


@pytest.mark.parametrize("stem", STEMS)
def test_a_page_has_three_exercises_in_rising_order(stem):
    assert tuple(questions(stem, name)[0].kind for name in makers(stem)) == KINDS


@every_exercise
def test_a_number_names_one_question(stem, name):
    for number in (1, 17, 99):
        assert makers(stem)[name](Draw(number)) == questions(stem, name)[number - 1]


@every_exercise
def test_new_numbers_give_another_question_and_there_are_many(stem, name):
    texts = [question.text for question in questions(stem, name)]
    assert all(one != following for one, following in pairwise([*texts, texts[0]]))
    fewest, _ = FEWER.get(name, (60, ""))
    assert len(set(texts)) >= fewest


@every_exercise
def test_answers_are_finite_and_shown_with_the_digits_that_are_asked_for(stem, name):
    for question in questions(stem, name):
        assert question.text and question.working and question.kind in KINDS
        if question.choices:
            assert question.answer in question.choices
            continue
        assert math.isfinite(question.answer)
        assert is_right(question, shown(question)), question.text
        assert 0 <= question.digits <= 4
        assert question.digits > 0 or question.tolerance > 0 or question.answer == round(question.answer)


@every_exercise
def test_an_answer_cannot_be_guessed(stem, name):
    """No share below 1 or above 99 %, no tolerance that swallows the scale, no answer that most questions have."""
    asked = questions(stem, name)
    for question in asked:
        assert question.unit != "%" or 1 <= question.answer <= 99, question.text
        least = 1.0 if question.unit in ("%", "degrees") else 0.03  # on a scale of 100, of 180, of about 1
        assert question.choices or question.tolerance <= max(0.1 * abs(question.answer), least), question.text
    answers = [question.answer for question in asked]
    assert len({str(answer) for answer in answers}) >= FEW_ANSWERS.get(name, 6)
    assert max(map(answers.count, answers)) <= 50


@every_exercise
def test_a_confusion_is_told_and_never_taken_for_the_answer(stem, name):
    for question in questions(stem, name):
        for wrong, why in question.confusions.items():
            assert why and not why.endswith(".") and math.isfinite(wrong)
            assert not is_right(question, str(wrong) if question.choices else f"{wrong:.12f}"), (question.text, wrong)
            assert abs(wrong - question.answer) > question.tolerance
            assert question.confusion(wrong) in question.confusions.values()
            assert "Yours is" in verdict(question, f"{wrong:.12f}")


@every_exercise
def test_most_questions_know_what_a_wrong_answer_confuses(stem, name):
    known = [len(question.confusions) for question in questions(stem, name)]
    assert sum(count > 0 for count in known) >= 0.9 * len(known)


@every_exercise
def test_there_are_hints_and_none_holds_the_answer(stem, name):
    for question in questions(stem, name):
        assert len(question.hints) >= 2
        answer = shown(question).removesuffix(question.unit).strip()
        for hint in question.hints:
            numbers = re.findall(r"-?\d[\d,]*(?:\.\d+)?", hint)
            given = re.findall(r"-?\d[\d,]*(?:\.\d+)?", question.text)
            assert answer not in numbers or answer in given or len(answer) == 1, (question.text, hint)


@pytest.mark.parametrize("stem", STEMS)
def test_a_page_asks_every_question_of_its_module_and_no_other(stem):
    page = (PAGES / f"{stem}.py").read_text(encoding="utf-8")
    assert re.findall(r"core\.exercises\.(\w+)", page) == [stem]
    (call,) = re.findall(r"ui\.exercise\((.*?)\)\n", page, flags=re.DOTALL)
    assert re.findall(r"exercises\.(\w+)", call) == list(makers(stem))


def test_every_module_belongs_to_a_page():
    assert set(STEMS) <= {file.stem for file in PAGES.glob("*.py")}


def test_to_name_the_package_loads_no_question():
    code = (
        "import sys, core.exercises; print([name for name in sys.modules if name in ('torch', 'core.exercises.flops')])"
    )
    said = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    assert said.stdout == "[]\n"


def test_a_confusion_that_could_be_the_answer_is_left_out():
    question = Question("", 2.0, "", tolerance=0.1, confusions={2.05: "near", 2.15: "still near", 4.0: "the square"})
    assert question.confusions == {4.0: "the square"}
    assert question.confusion(3.95) == "the square" and question.confusion(3.0) is None


def test_a_deck_gives_every_number_another_card_and_skips_what_does_not_fit():
    cards = list(range(60))
    assert sorted(Draw(number).deal(cards) for number in range(1, 61)) == cards
    odd = [Draw(number).deal(range(99 * 9), lambda card: card % 2) for number in NUMBERS]
    assert all(card % 2 for card in odd) and len(set(odd)) == len(odd)
    with pytest.raises(ValueError, match="none of the 60 cases"):
        Draw(1).deal(cards, lambda card: False)


@every_exercise
def test_what_is_quoted_from_the_page_stands_on_the_page(stem, name):
    """Headings, buttons, options that an experiment names; a word or a sentence to type is what was drawn."""
    page = (PAGES / f"{stem}.py").read_text(encoding="utf-8")
    for question in questions(stem, name):
        if question.kind == "experiment":
            quoted = re.findall("“([^”]+)”", " ".join((question.text, *question.hints)))
            assert all(words in page or words in question.given.values() for words in quoted), quoted
