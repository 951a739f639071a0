"""What holds for every page: it runs with its defaults, at the ends of each control, and under hostile links."""

from random import Random

import pytest

from core import ui
from core.ui.parse import Unreadable
from tests.pages.driver import ESSAYS, FIRST, STEMS, assert_sound, controls, link, open_page, plain_text, snippets

HOSTILE = [
    "",
    "abc",
    "nan",
    "inf",
    "-inf",
    "1e999",
    "1_0",
    "0,7",
    "-1",
    "999999",
    "٠.٧",
    " 5 ",
    "+5",
    "0x7",
    "<b>",
    "\x00",
    "9" * 400,
]


@pytest.fixture(scope="module", params=[FIRST, *STEMS])
def stem(request) -> str:
    return request.param


@pytest.fixture(scope="module")
def page(stem):
    return open_page(stem)


def test_page_runs_with_its_defaults(page):
    assert_sound(page)
    assert len(page.title) == 1
    assert "The link says" not in plain_text(page)


def test_page_ends_with_its_link(page, stem):
    assert link(page).partition("?")[0].endswith(f"/{stem}")


def test_a_page_of_the_essays_has_a_question_and_a_program_and_no_other_page_has_a_question(page, stem):
    asks = any("Predict, then reveal" in heading.value for heading in page.subheader)
    assert asks == (stem in ESSAYS)
    assert snippets(page) or stem not in (FIRST, *ESSAYS), "no program to run"


def test_page_runs_at_the_ends_of_every_control(stem, page):
    """Run r opens a link with the r-th sample of every control, in turn until each sample has been seen."""
    declared = controls(page)
    for turn in range(max(len(control.samples()) for control in declared)):
        wanted = {control: control.samples()[turn % len(control.samples())] for control in declared}
        opened = open_page(stem, {control.key: control.text(value) for control, value in wanted.items()})
        assert_sound(opened)
        notes = [line for line in plain_text(opened).splitlines() if line.startswith("The link says")]
        assert all("Allowed here: " in note for note in notes), notes  # a position in a list that is shorter
        for control, value in wanted.items():
            assert control_value(opened, control) in (value, None) or isinstance(control, ui.Index), control.key


@pytest.mark.parametrize("mix", ["first", "last", 1, 2, 3])
def test_page_runs_under_any_mix_of_ends(stem, page, mix):
    """All controls at their first sample, all at their last, and each at one drawn by lot."""
    pick = {"first": lambda samples: samples[0], "last": lambda samples: samples[-1]}.get(mix) or Random(mix).choice
    opened = open_page(stem, {control.key: control.text(pick(control.samples())) for control in controls(page)})
    assert_sound(opened)


def control_value(app, control):
    """The value of a control, read as the page reads it; None where the page has no use for it and does not draw it."""
    return control.settle(app.session_state[control.key]) if control.key in app.session_state else None


@pytest.mark.parametrize("turn", range(6))
def test_no_link_can_break_a_page(stem, page, turn):
    """Every control gets a hostile value, each another one."""
    declared = controls(page)
    bad = {control: HOSTILE[(turn + 6 * at) % len(HOSTILE)] for at, control in enumerate(declared)}
    opened = open_page(stem, {control.key: text for control, text in bad.items()})
    assert_sound(opened)
    for control, text in bad.items():
        found, wanted = control_value(opened, control), expected(control, text)
        shorter = isinstance(control, ui.Index) and found is not None and found < wanted  # positions in a short text
        assert found in (wanted, None) or shorter, (control.key, text)


def expected(control, text: str):
    """What a control must show for a hostile text: what it reads as, or else the default."""
    try:
        return control.read(text)
    except Unreadable:
        return control.default


EVERYWHERE = {"stop", "heading", "instruction", "hide"}  # what a link to any page may say


def test_keys_are_unique_in_the_whole_app():
    owners: dict[str, str] = {}
    for name in (FIRST, *STEMS):
        for control in controls(open_page(name)):
            if control.key in EVERYWHERE:
                continue
            assert control.key not in owners, f"{control.key} is on {owners[control.key]} and on {name}"
            owners[control.key] = name


def test_every_section_has_its_page_and_every_page_its_section():
    from core.ui.contents import ALL_SECTIONS, COURSE_PAGES, FIRST_PAGE, PAGES

    named = {file.stem for file in PAGES.glob("*.py") if file != FIRST_PAGE}
    assert named == {row.stem for row in ALL_SECTIONS + COURSE_PAGES if row.file.exists()}
