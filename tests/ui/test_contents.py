"""The table of contents, and who stands beside whom."""

from itertools import pairwise

import pytest

from core.ui import contents


def test_stems_are_unique_and_every_part_is_described():
    stems = [row.stem for row in contents.ALL_SECTIONS + contents.COURSE_PAGES]
    assert len(set(stems)) == len(stems)
    assert {row.part for row in contents.ALL_SECTIONS} == set(contents.ESSAYS)


def test_neighbours_walk_through_all_sections_in_order():
    rows = contents.sections()
    assert contents.neighbours(rows[0].stem)[0] is None
    assert contents.neighbours(rows[-1].stem)[1] is None
    for before, after in pairwise(rows):
        assert contents.neighbours(before.stem)[1] == after
        assert contents.neighbours(after.stem)[0] == before


def test_only_sections_with_a_page_are_listed():
    assert all(row.file.exists() for row in contents.sections())
    with pytest.raises(KeyError, match="nope"):
        contents.section("nope")
