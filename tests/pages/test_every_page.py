"""What holds for every page: it runs with its defaults, at the ends of each control, and under hostile links."""

from random import Random

import pytest

from core import glossary, ui
from core.ui.links import canonical_text
from core.ui.parse import Unreadable
from tests.pages.driver import ESSAYS, FIRST, STEMS, assert_sound, controls, link, open_page, plain_text, snippets
from tests.pages.reading import ANOTHER_SENSE, NO_DEFINITION, first_uses, marked, prose, unmarked

EXPLAINING = {FIRST, *ESSAYS}  # the others stand around them: no exercises, no programs, no marked terms

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


def test_a_section_has_a_question_and_a_program_and_no_other_page_has_a_question(page, stem):
    assert any("Predict, then reveal" in heading.value for heading in page.subheader) == (stem in ESSAYS)
    assert bool(snippets(page)) == (stem in EXPLAINING), "no program to run"


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


def test_the_first_use_of_a_term_in_the_prose_is_the_one_that_leads_to_the_glossary(stem, page):
    texts = prose(stem, page)
    unlinked = {name for name, is_marked in first_uses(texts).items() if not is_marked}
    assert stem not in EXPLAINING or unlinked == {name for of, name in ANOTHER_SENSE if of == stem}
    marks = [term.key for text in texts for _, term in marked(text)]
    assert len(set(marks)) == len(marks), "one is marked twice"
    assert not any("[[" in block.value for block in page.markdown)


def test_help_has_a_term_in_the_words_of_the_glossary_and_in_no_others(page):
    for control in controls(page):
        term = glossary.of_label(getattr(control, "label", ""))
        if term is not None:
            assert control.helped.startswith(term.text), control.key
            assert control.term is None, f"{control.key}: its label is a term already"
        assert not unmarked(control.help or "") or control.help in NO_DEFINITION, control.key


def test_where_a_term_is_shown_the_page_takes_its_link_as_it_is(stem, page):
    """Each value is one that its control takes, and not the default; and together they open without a note."""
    known, asked = {control.key: control for control in controls(page)}, {}
    for term in glossary.TERMS:
        if term.page == stem:
            taken = {key: canonical_text(known[key], text) for key, text in term.query.items()}
            assert taken == {key: (text, None) for key, text in term.query.items()}, term.name
            asked |= term.query
    if asked:
        assert "The link says" not in plain_text(open_page(stem, asked))


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
