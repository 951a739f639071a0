"""The completion code on a page: it comes with the last exercise, for a name with a letter, and is text."""

import pytest

from core.exercises import Draw, flops
from core.exercises.completion import check, code
from core.ui.completion_code import MOST, NAME_KEY
from core.ui.judging import shown
from core.ui.solved import SOLVED_KEY
from tests.pages.driver import assert_sound, open_page

SOLVED = {1: 3, 2: 4, 3: 5}


def page(solved: dict[int, int], stem: str = "flops"):
    app = open_page(stem)
    app.session_state[SOLVED_KEY] = {stem: solved}
    app.run()
    assert_sound(app)
    return app


def name_boxes(app) -> list:
    return [box for box in app.text_input if box.key == NAME_KEY]


def captions(app) -> str:
    return "\n".join(block.value for block in app.markdown if block.value.startswith(":small["))


def codes(app, stem: str = "flops") -> list[str]:
    return [block.value for block in [*app.code, *app.text] if block.value.startswith(f"{stem}.")]


def type_name(app, name: str):
    name_boxes(app)[0].input(name)
    app.run()
    assert_sound(app)
    return app


@pytest.mark.parametrize(
    ("solved", "said"),
    [
        ({}, "none, of 3. When all are solved, there is a completion code."),
        ({2: 9}, "exercise 2, of 3. 2 more, and there is a completion code."),
        ({1: 3, 3: 5}, "exercise 1, exercise 3, of 3. 1 more, and there is a completion code."),
    ],
)
def test_before_the_set_is_finished_the_line_says_what_is_missing(solved, said):
    app = page(solved)
    assert f"Solved here: {said}" in captions(app)
    assert not name_boxes(app) and not codes(app)


def test_the_last_answer_brings_the_code_for_what_was_solved():
    app = open_page("flops", {"flops_question": "7"})
    app.session_state[SOLVED_KEY] = {"flops": {2: 4, 3: 5}}
    next(box for box in app.text_input if box.label.startswith("Your answer")).input(
        shown(flops.length_at_a_crossover(Draw(7)))
    )
    next(button for button in app.button if button.label == "Check").click()
    app.run()
    type_name(app, "Ada Lovelace")
    assert codes(app) == [code("flops", {1: 7, 2: 4, 3: 5}, "Ada Lovelace")]
    assert "The set is finished." in captions(app) and "a convenience and not an exam" in captions(app)


@pytest.mark.parametrize("name", ["", "   ", "\u200b", "12 3", "!?", "😀"])
def test_without_a_letter_there_is_no_code_but_a_sentence(name):
    app = type_name(page(SOLVED), name)
    assert not codes(app)
    blank = not name.strip()
    assert ("have typed your name" if blank else "A name has at least one letter.") in captions(app)


@pytest.mark.parametrize(
    "name", ["**Ada** <b>x</b> :red[y] $z$ [a](http://x.com)", "Ада", "李", "a\x00b", "Zoe\u0308", "{name}", "ﷺ" * 60]
)
def test_any_other_name_has_a_code_and_is_nowhere_else(name):
    app = type_name(page(SOLVED), name)
    (made,) = codes(app)
    assert check(made, name.replace("\x00", "")).fits
    assert not any(name in block.value for block in [*app.markdown, *app.text, *app.code])
    assert not app.query_params


def test_a_name_is_bounded():
    app, made = type_name(page(SOLVED), "a" * MOST), [code("flops", SOLVED, "a" * MOST)]
    assert codes(app) == made and name_boxes(app)[0].proto.max_chars == MOST
    assert codes(type_name(app, "b" * (MOST + 1))) == made, "what no browser sends changes nothing"


def test_the_name_goes_along_to_the_next_page_and_the_code_is_of_that_page():
    app = type_name(page(SOLVED), "Ada")
    app.switch_page("pages/sampling.py").run()
    assert not name_boxes(app)
    app.session_state[SOLVED_KEY] = {"flops": SOLVED, "sampling": {1: 1, 2: 2, 3: 3}}
    app.run()
    assert name_boxes(app)[0].value == "Ada"
    assert codes(app, "sampling") == [code("sampling", {1: 1, 2: 2, 3: 3}, "Ada")]
