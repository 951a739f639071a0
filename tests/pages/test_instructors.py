"""For instructors: every link opens what it says, every misconception is shown where it is said to be, codes checked."""

from functools import cache

import pytest

from core import course
from core.exercises.code_column import MOST_LINES
from core.exercises.completion import code
from core.say import minus_signs
from core.ui.code_check import LABEL
from core.ui.contents import ALL_SECTIONS
from core.ui.links import canonical_text
from tests.benchmarks import load
from tests.pages.driver import assert_sound, controls, link, open_page, plain_text

OPENED = {
    "step": [view for step in course.SESSION for view in (step.view, step.then) if view],
    "week": [view for week in course.WEEKS for view, _ in week.views],
    "misconception": [one.view for one in course.MISCONCEPTIONS],
    "assignment": [course.ASSIGNMENT],
}
CASES = [pytest.param(view, id=f"{kind}-{view.stem or 'machine'}") for kind, some in OPENED.items() for view in some]


def opened(view):
    return _opened(view.stem, tuple(view.query.items()))


@cache
def _opened(stem: str, query: tuple):
    return open_page(stem, dict(query))


@pytest.mark.parametrize("view", CASES)
def test_a_view_is_opened_as_it_is_and_shows_what_is_said(view):
    app = opened(view)
    assert_sound(app)
    assert "The link " not in plain_text(app)
    declared = {control.key: control for control in controls(app)}
    assert all(canonical_text(declared[key], text) == (text, None) for key, text in view.query.items())
    assert list(view.query) == [key for key in declared if key in view.query], "in the order of the page"
    assert minus_signs(view.shows) in plain_text(app)
