"""NUM-01, for every question that a link can name: the answer as the page shows it is read, and counts as right."""

import re

import pytest

from core.exercises import Draw, flops
from core.say import minus_signs
from core.ui.contents import sections
from core.ui.judging import is_right, shown, unreadable, verdict
from core.ui.seed import Seed
from core.ui.solved import SOLVED_KEY
from tests.exercises.every_question import EXERCISES, makers, questions
from tests.pages.driver import assert_sound, controls, link, open_page


def spellings(question) -> list[str]:
    """The answer as the page shows it, as a reader copies it from there, and as one would type it."""
    text = shown(question)
    alone = text.removesuffix(question.unit).strip()
    narrow = text.replace(" ", "\u202f")
    return [
        text,
        alone,
        text.replace(" ", "\u00a0"),
        narrow,
        text.replace("-", "−"),
        alone.replace(",", ""),
        f" {text}\n",
    ]


@pytest.mark.parametrize(("stem", "name"), EXERCISES)
def test_the_answer_as_shown_is_read_and_right(stem, name):
    for question in questions(stem, name):
        answers = [shown(question)] if question.choices else spellings(question)
        for given in answers:
            assert unreadable(question, given) is None, given
            assert is_right(question, given), given
        printed = re.search(r"\*\*(.*)\*\*", verdict(question, "123456.789" if not question.choices else "")).group(1)
        assert is_right(question, printed)


def seed_of(app) -> str:
    (seed,) = [control for control in controls(app) if isinstance(control, Seed)]
    return seed.key


def exercise(stem: str, number: int, seed: int = 1):
    """A page opened by a link at one of its exercises."""
    key = seed_of(open_page(stem))
    return open_page(stem, {f"{key}_number": str(number), key: str(seed)})


def check(app, given: str) -> None:
    """Type an answer and press Check."""
    next(box for box in app.text_input if box.label.startswith("Your answer")).input(given)
    next(button for button in app.button if button.label == "Check").click()
    app.run()
    assert_sound(app)


def press(app, label: str) -> None:
    next(button for button in app.button if button.label == label).click()
    app.run()
    assert_sound(app)


@pytest.mark.parametrize("stem", [row.stem for row in sections()])
def test_a_link_opens_each_of_three_exercises_and_is_given_back(stem):
    for at, name in enumerate(makers(stem), 1):
        app = exercise(stem, at, 2)
        assert_sound(app)
        assert any(block.value == minus_signs(questions(stem, name)[1].text) for block in app.markdown)
        query = link(app).partition("?")[2]
        key = seed_of(app)
        assert query == (f"{key}_number={at}&" if at > 1 else "") + f"{key}=2"


@pytest.mark.parametrize("seed", [1, 5])
def test_the_right_answer_as_typed_on_the_page(seed):
    app, right = exercise("flops", 1, seed), shown(flops.length_at_a_crossover(Draw(seed)))
    check(app, right)
    assert [box.value for box in app.success] == [f"Right: the answer is **{right}**."]


def test_a_wrong_answer_is_told_what_it_confuses_and_shown_the_way():
    app, question = exercise("sampling", 1), questions("sampling", "share_of_a_survivor")[0]
    wrong, why = next(iter(question.confusions.items()))
    check(app, f"{wrong:.3f}")
    (box,) = app.error
    assert f"Yours is {why}." in box.value
    assert any(block.value == question.working for block in app.markdown)


def test_hints_open_one_by_one():
    app, question = exercise("lookup", 1), questions("lookup", "share_of_the_first_value")[0]
    assert not any("**Hint" in block.value for block in app.markdown)
    for n, hint in enumerate(question.hints, 1):
        press(app, f"Hint {n} of {len(question.hints)}")
        assert [block.value for block in app.markdown if "**Hint" in block.value][-1] == f"**Hint {n}.** {hint}"
    assert not any(button.label.startswith("Hint") for button in app.button)


def test_new_numbers_ask_something_else():
    app = exercise("saturation", 3)
    before = [block.value for block in app.markdown]
    press(app, "New numbers")
    assert [block.value for block in app.markdown] != before
    assert app.session_state[seed_of(app)] == 2


def solved_in(app) -> dict:
    if SOLVED_KEY not in app.session_state:
        return {}
    return app.session_state[SOLVED_KEY]


def test_what_is_solved_is_kept_but_not_what_was_shown_before():
    app = exercise("flops", 1, 3)
    check(app, shown(flops.length_at_a_crossover(Draw(3))))
    assert solved_in(app) == {"flops": {1: 3}}
    assert any("Solved here: exercise 1, of 3." in block.value for block in app.markdown)
    other = exercise("flops", 1, 4)
    check(other, "1")
    check(other, shown(flops.length_at_a_crossover(Draw(4))))
    assert solved_in(other) == {}
    revealed = exercise("flops", 1, 4)
    press(revealed, "Show the answer")
    assert "The answer is" in revealed.info[0].value
    check(revealed, shown(flops.length_at_a_crossover(Draw(4))))
    assert solved_in(revealed) == {}
