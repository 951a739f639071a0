"""NUM-01, for every question that a link can name: the answer as the page shows it is read, and counts as right."""

import re
from random import Random

import pytest

import core.ui
from core.ui.exercise import LAST_QUESTION, is_right, shown, unreadable, verdict
from tests.pages.driver import STEMS, assert_sound, open_page


@pytest.fixture(params=STEMS)
def questions(request, monkeypatch):
    """All questions of a page."""
    makers = []
    monkeypatch.setattr(core.ui, "exercise", lambda seed, make: makers.append(make))
    assert_sound(open_page(request.param))
    assert makers
    return [make(Random(number)) for make in makers for number in range(1, LAST_QUESTION + 1)]


def spellings(question) -> list[str]:
    """The answer as the page shows it, as a reader copies it from there, and as one would type it."""
    text = shown(question)
    alone = text.removesuffix(question.unit).strip()
    return [text, alone, text.replace(" ", "\u00a0"), text.replace("-", "−"), alone.replace(",", ""), f" {text}\n"]


def test_the_answer_as_shown_is_read_and_right(questions):
    for question in questions:
        answers = [shown(question)] if question.choices else spellings(question)
        for given in answers:
            assert unreadable(question, given) is None, given
            assert is_right(question, given), given
        printed = re.search(r"\*\*(.*)\*\*", verdict(question, "123456.789" if not question.choices else "")).group(1)
        assert is_right(question, printed)


@pytest.mark.parametrize(
    ("stem", "query", "given"),
    [("flops", {}, "2,048"), ("architecture", {"architecture_question": "5"}, "4,194.3 thousand")],
)
def test_the_cases_as_typed_on_the_page(stem, query, given):
    app = open_page(stem, query)
    box = next(box for box in app.text_input if box.label.startswith("Your answer"))
    box.input(given)
    next(button for button in app.button if button.label == "Check").click()
    app.run()
    assert any(block.value == f"Right: the answer is **{given}**." for block in app.markdown)
