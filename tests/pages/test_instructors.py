"""For instructors: every link opens what it says, every misconception is shown, codes are checked, and no more."""

import re
from functools import cache

import pytest

from core import course, models
from core.exercises.code_column import MOST_LINES, read_column
from core.exercises.completion import code
from core.say import minus_signs
from core.ui.code_check import TITLES, columns
from core.ui.contents import ALL_SECTIONS
from core.ui.links import canonical_text
from core.ui.tables import as_csv, as_frame
from tests.benchmarks import load
from tests.pages.driver import assert_sound, controls, link, open_page, plain_text

SHOWN = {
    "step": [view for step in course.SESSION for view in (step.view, step.then) if view],
    "misconception": [one.view for one in course.MISCONCEPTIONS],
    "assignment": [course.ASSIGNMENT],
}
CASES = [pytest.param(view, id=f"{kind}-{view.stem or 'machine'}") for kind, some in SHOWN.items() for view in some]
EXERCISES = [course.exercise(stem, number=week.question) for week in course.WEEKS for stem in week.homework]
EXERCISES += [course.exercise(one.view.stem, 3) for one in course.MISCONCEPTIONS]
STEMS = [row.stem for row in ALL_SECTIONS]


def opened(view):
    return _opened(view.stem, tuple(view.query.items()))


@cache
def _opened(stem: str, query: tuple):
    return open_page(stem, dict(query))


def assert_exact(view, app) -> None:
    """The page has such controls, and a link says these values of them, in this order, without any correction."""
    declared = {control.key: control for control in controls(app)}
    assert all(canonical_text(declared[key], text) == (text, None) for key, text in view.query.items())
    assert list(view.query) == [key for key in declared if key in view.query]


@pytest.mark.parametrize("view", CASES)
def test_a_view_opens_as_it_is_and_shows_what_is_said(view):
    app = opened(view)
    assert_sound(app)
    assert "The link " not in plain_text(app)
    assert_exact(view, app)
    assert minus_signs(view.shows) in plain_text(app)


@pytest.mark.parametrize("view", [view for week in course.WEEKS for view, _ in week.views], ids=lambda view: view.stem)
def test_a_view_of_the_weeks_is_one_that_its_page_accepts_as_it_is(view):
    (misconception,) = [one.view for one in course.MISCONCEPTIONS if one.view.stem == view.stem]
    assert_exact(view, opened(misconception))


@pytest.mark.parametrize("view", EXERCISES, ids=lambda view: f"{view.stem}-{len(view.query)}")
def test_an_exercise_is_one_that_its_page_accepts_as_it_is(view):
    (misconception,) = [one.view for one in course.MISCONCEPTIONS if one.view.stem == view.stem]
    assert_exact(view, opened(misconception))
    assert view.anchor == "exercise" and view.query


def test_what_is_said_beside_the_evidence():
    """Claims in the words around a view that its own words do not make."""
    shown = {one.view.stem: opened(one.view) for one in course.MISCONCEPTIONS}
    assert "head 5 spreads most" in plain_text(shown["attention"])
    assert "Over 20 seeds the medians are 0.2703 and 0.2027" in plain_text(shown["saturation"])
    three_ways = shown["sampling"].dataframe[-1].value.set_index("way")
    assert three_ways["tokens"]["greedy"] - three_ways["tokens"]["beam"] == 2
    assert three_ways["log p"]["greedy"] < three_ways["log p"]["beam"]
    config = models.load("translator").model.config
    assert 2 * config.d_model * 4 * config.n_layers * 13 == 39 * 1024 and config.d_model == 128
    heads = "1,924,145,348,608 FLOPs in all."
    assert heads in plain_text(open_page("flops", {"flops_heads": "32"})), "32 is the default, which stands in no link"
    assert "the first component is −1.3416" in plain_text(open_page("residuals", {"norm_vector": "1,2,3,4"}))


def test_the_plans_are_whole():
    assert sum(step.minutes for step in course.SESSION) == 90
    assert sorted(view.stem for week in course.WEEKS for view, _ in week.views) == sorted(STEMS)
    assert all(set(week.homework) <= set(STEMS) for week in course.WEEKS)
    assert [one.view.stem for one in course.MISCONCEPTIONS] == STEMS
    assert all(bool(step.then) == bool(step.after) for step in course.SESSION)


@pytest.fixture
def page():
    app = open_page("instructors")
    assert_sound(app)
    return app


def test_every_link_of_the_page_is_one_of_the_views(page):
    """In markdown, with an address from the root where there is no browser; those within the page have their place."""
    links = {address for block in page.markdown for address in re.findall(r"\]\(<?([^)>]*)>?\)", block.value)}
    places = {heading.proto.anchor for heading in page.header}
    assert {address[1:] for address in links if address.startswith("#")} == places
    pages = {re.split(r"[?#]", address)[0] for address in links if address.startswith("/")}
    assert pages == {"/", *(f"/{stem}" for stem in STEMS)}
    everything = [*SHOWN["step"], *SHOWN["misconception"], course.ASSIGNMENT, *EXERCISES]
    everything += [view for week in course.WEEKS for view, _ in week.views]
    assert len(links) == len({(view.stem, *view.query.items(), view.anchor) for view in everything}) + len(places)


def test_the_figures_of_the_load_are_named_with_what_they_were_measured_on(page):
    (said,) = [block.value for block in page.markdown if block.value.startswith("Measured with readers")]
    for one in course.MEASURED:
        assert f"{one.readers} readers at once" in said and f"{one.p95:.2f}\u00a0s" in said
    assert load.THINK == course.THINK and "two processor cores" in said


# Completion codes

ADA, ZOE = code("attention", {1: 17, 2: 4, 3: 5}, "Ada Lovelace"), code("flops", {1: 1, 2: 2, 3: 3}, "Zoë Müller")


def check(app, text: str):
    app.text_area(key="code_column").input(text)
    next(button for button in app.button if button.label == "Check the codes").click()
    app.run()
    assert_sound(app)
    return app.dataframe[0].value if app.dataframe else None


def test_a_pasted_column_is_judged_line_by_line(page):
    table = check(
        page, f"Name\tCode\r\nAda Lovelace\t{ADA}\r\nZoe Müller\t{ZOE}\r\nBob\tnothing\r\nAda Lovelace\t{ADA}"
    )
    assert table["verdict"].tolist() == [
        "fits",
        "made for another name, or mistyped",
        "not a code",
        "fits; the code of line 2 again",
    ]
    assert table["page"].tolist() == ["Attention", "Counting FLOPs", "", "Attention"]
    assert table["exercises solved"].tolist()[:1] == ["1, 2, 3"]
    assert table["question numbers"].tolist()[:1] == ["17, 4, 5"]
    assert "2 of 4 codes fit their names. 1 repeats the code of an earlier line." in plain_text(page)
    assert "Taken for the heading and not checked: Name, Code" in plain_text(page)


def test_what_is_pasted_is_in_no_link_and_in_no_markdown(page):
    hostile = "**x** <b>y</b> :red[z] =1+1"
    table = check(page, f"{hostile};{ADA}")
    assert table["name"].tolist() == [hostile]
    assert link(page).endswith("/instructors")
    assert not any("<b>" in block.value for block in page.markdown)


def test_the_file_has_the_table_and_no_formula(page):
    file = as_csv(as_frame(columns(read_column(f'"=cmd|A1";{ADA}\nZoë Müller;{ZOE}', TITLES).lines)))
    rows = file.decode("utf-8-sig").split("\r\n")
    assert rows[0] == "line,name,verdict,page,exercises solved,question numbers,code"
    assert rows[1].startswith("1,'=cmd|A1,")
    assert rows[2] == f'2,Zoë Müller,fits,Counting FLOPs,"1, 2, 3","1, 2, 3",{ZOE}'
    assert check(page, f'"=cmd|A1";{ADA}')["name"].tolist() == ["'=cmd|A1"], "which has a download of its own"
    assert [button.label for button in page.get("download_button")] == ["Download CSV"]


def test_too_many_lines_are_cut_and_that_is_said(page):
    table = check(page, "\n".join([f"Ada Lovelace;{ADA}"] * (MOST_LINES + 3)))
    assert len(table) == MOST_LINES
    assert f"Only the first {MOST_LINES} lines were checked; 3 more were not." in plain_text(page)


@pytest.mark.parametrize("text", ["", "   \n\t\n", "\ufeff"])
def test_nothing_pasted_is_no_table(page, text):
    assert check(page, text) is None
    assert any("No code has been checked yet." in block.value for block in page.markdown)
