"""Strict reading of a stranger's text."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.ui import parse
from core.ui.parse import Unreadable

UNREADABLE = [
    "",
    " ",
    "abc",
    "0,7",
    "1_0",
    "٠.٧",
    "１",
    "1e5",
    "1E5",
    "inf",
    "-inf",
    "nan",
    "NaN",
    "+5",
    " 5",
    "5 ",
    "0x7",
    "--1",
    ".",
    "-",
    "-.",
    "1.2.3",
    "5\n",
    "5\x00",
    "²",
    "9" * 400,
]


@pytest.mark.parametrize("text", UNREADABLE)
def test_only_plain_decimal_ascii_is_a_number(text):
    with pytest.raises(Unreadable):
        parse.number(text)


@pytest.mark.parametrize("text, value", [("5", 5), ("-0.5", -0.5), (".5", 0.5), ("5.", 5), ("007", 7), ("-0", 0)])
def test_plain_decimals_are_read_exactly(text, value):
    assert parse.number(text) == Decimal(str(value))


@pytest.mark.parametrize("text", ["-0.01", "2.01", "99999999999999999999", "1" + "0" * 59])
def test_out_of_range_is_refused(text):
    with pytest.raises(Unreadable, match="out of range"):
        parse.ranged(text, 0, 2)


@given(st.integers(-1000, 1000), st.sampled_from([1, 5, 0.05, 0.1, 0.25]))
def test_snapping_lands_on_the_grid_and_at_most_half_a_step_away(at, step):
    value = Decimal(at) / 100
    snapped = parse.snap(value, -20, step)
    assert (snapped + 20) % parse.decimal(step) == 0
    assert abs(snapped - value) <= parse.decimal(step) / 2


@pytest.mark.parametrize(
    "text, value",
    [("true", 1), ("TRUE", 1), ("1", 1), ("yes", 1), ("On", 1), ("false", 0), ("0", 0), ("no", 0), ("off", 0)],
)
def test_switch_words(text, value):
    assert parse.switch(text) is bool(value)


@pytest.mark.parametrize("text", ["", "2", "ja", "truee", " true"])
def test_other_words_are_no_switch(text):
    with pytest.raises(Unreadable):
        parse.switch(text)


def test_choice_ignores_case_and_refuses_the_rest():
    assert parse.choice("REVERSE", ("copy", "reverse")) == "reverse"
    with pytest.raises(Unreadable):
        parse.choice("bogus", ("copy", "reverse"))


@given(st.text())
def test_clean_text_has_no_control_characters(text):
    cleaned = parse.clean(text)
    assert cleaned == parse.clean(cleaned)
    assert not any(ord(c) < 32 or 127 <= ord(c) < 160 for c in cleaned)
    cleaned.encode()


def test_items_are_counted_and_not_empty():
    assert parse.items("a, b ,c", 1, 3) == ["a", "b", "c"]
    for text in ("", "a,", ",a", "a,b,c,d"):
        with pytest.raises(Unreadable):
            parse.items(text, 1, 3)
