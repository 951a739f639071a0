"""Negative numbers have a minus sign in what pages say: readings, exercises, and what controls say of themselves."""

import re

import pytest

from tests.pages.driver import ESSAYS, STEMS, controls, open_page, plain_text

HYPHEN = re.compile(r"(?<![\w.)\]-])-(?=\.?\d)")
ASIDE = re.compile(r"“[^”]*”|`[^`]*`|\$[^$]*\$")  # what is quoted, programs, formulas


@pytest.mark.parametrize(
    ("stem", "exercise"), [(stem, exercise) for stem in STEMS for exercise in ("123" if stem in ESSAYS else [""])]
)
def test_no_hyphen_stands_for_a_minus(stem, exercise):
    lowest = {
        control.key: control.text(control.samples()[0]) for control in controls(open_page(stem)) if signed(control)
    }
    questions = [control.key for control in controls(open_page(stem)) if control.key.endswith("_question_number")]
    assert len(questions) == bool(exercise)
    app = open_page(stem, lowest | dict.fromkeys(questions, exercise))
    said = [block.value for block in [*app.markdown, *app.text, *app.caption]]
    assert not [text[:200] for text in said if HYPHEN.search(ASIDE.sub("", text))]


def signed(control) -> bool:
    return getattr(control, "low", 0) < 0


def test_a_control_says_its_bounds_with_a_minus_sign_and_quotes_what_it_was_given():
    said = plain_text(open_page("sampling", {"logits": "-99"}))
    assert "logits = “-99”" in said and "from −50 to 50" in said
