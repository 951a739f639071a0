"""The completion code: it says what was solved, fits the name it was made for, and no other."""

from contextlib import suppress

import pytest

from core.exercises import LAST
from core.exercises.completion import LETTERS, check, code, plain_name
from core.ui.contents import sections

SOLVED = {1: 17, 2: 4, 3: 99}


@pytest.mark.parametrize("page", [row.stem for row in sections()])
def test_a_code_gives_back_what_went_into_it(page):
    found = check(code(page, SOLVED, "Ada Lovelace"), "Ada Lovelace")
    assert (found.page, found.solved, found.fits) == (page, SOLVED, True)


@pytest.mark.parametrize("name", ["ada lovelace", "ADA LOVELACE", " Ada \u00a0 Lovelace\n"])
def test_a_name_may_be_typed_in_any_case_and_with_any_spaces(name):
    assert check(code("attention", SOLVED, "Ada Lovelace"), name).fits


@pytest.mark.parametrize(("one", "other"), [("Zoë", "Zoe\u0308"), ("ﬁnn", "Finn"), ("Straße", "STRASSE"), ("李", "李")])
def test_ways_to_write_a_name_are_one_name(one, other):
    assert plain_name(one) == plain_name(other)
    assert check(code("flops", {1: 1}, one), other).fits


@pytest.mark.parametrize("name", ["Ada", "Lovelace Ada", "Ada Lovelac", "Zoe"])
def test_another_name_does_not_fit(name):
    assert not check(code("attention", SOLVED, "Ada Lovelace"), name).fits


def test_a_code_that_was_changed_anywhere_does_not_fit():
    made = code("attention", SOLVED, "Ada Lovelace")
    for at, letter in enumerate(made):
        for other in LETTERS if at > made.rindex(".") else "12z":
            changed = made[:at] + other + made[at + 1 :]
            if changed.upper() == made.upper() or letter in ".-":
                continue
            with suppress(ValueError):  # it is no code any more
                assert not check(changed, "Ada Lovelace").fits, changed


def test_a_code_may_be_typed_in_any_case_and_with_misread_letters():
    made = code("positions", {1: 7}, "Ada Lovelace")
    assert check(f" {made.upper()} ", "Ada Lovelace").fits
    said, _, letters = made.rpartition(".")
    assert check(f"{said}.{letters.replace('1', 'I').replace('0', 'o')}", "Ada Lovelace").fits


def test_codes_of_a_class_are_all_different():
    made = {code("attention", {1: number}, f"Student {n}") for number in range(1, LAST + 1) for n in range(20)}
    assert len({one.rpartition(".")[2] for one in made}) >= 0.99 * LAST * 20


@pytest.mark.parametrize(
    "given", ["", "attention", "attention.1-17", "attention.2CBJ5Y", "attention.1-0.2CBJ5Y", "é.1-1.2CBJ5Y"]
)
def test_what_is_no_code_is_refused_with_an_example(given):
    with pytest.raises(ValueError, match=r"looks like attention\.1-17\.2-4\.2CBJ5Y"):
        check(given, "Ada")


@pytest.mark.parametrize(
    ("solved", "name"), [({}, "Ada"), ({0: 1}, "Ada"), ({1: 100}, "Ada"), ({1: 1}, " "), ({1: 1}, "12")]
)
def test_a_code_for_nothing_or_nobody_is_not_made(solved, name):
    with pytest.raises(ValueError):
        code("attention", solved, name)


def test_an_exercise_named_twice_is_no_code_of_ours():
    assert not check(code("flops", {1: 1, 2: 2}, "Ada").replace("2-2", "1-2"), "Ada").fits
