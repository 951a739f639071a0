"""Every kind of control: what it reads, what it writes, and that both agree."""

import pytest

from core import ui
from core.ui.links import canonical_text
from core.ui.parse import Unreadable

TEMPERATURE = ui.Number("t", "Temperature", 0.0, 2.0, step=0.05, default=0.8)
STEP = ui.Number("step", "Step", 0, 10, step=1, default=3)
LENGTH = ui.Steps("length", "Length", (128, 512, 2048), default=512)
ROW = ui.Index("row", "Row", most=8)
TASK = ui.Choice("task", "Task", ("copy", "reverse", "sort"), default="reverse")
SCALED = ui.Switch("scaled", "Scaled", default=True)
TEXT = ui.Text("text", "Text", default="hello")
LOGITS = ui.Numbers("logits", "Logits", default=(2.0, 1.0, 0.0), most=4, low=-9, high=9)
WORDS = ui.Words("words", "Words", default=("a", "b"), most=3)
ALL = [TEMPERATURE, STEP, LENGTH, ROW, TASK, SCALED, TEXT, LOGITS, WORDS]


@pytest.mark.parametrize("control", ALL, ids=lambda c: c.key)
def test_every_sample_survives_the_link(control):
    for value in (*control.samples(), control.default):
        assert control.read(control.text(value)) == value
        assert type(control.read(control.text(value))) is type(value)
        text, note = canonical_text(control, control.text(value))
        assert note is None
        assert text == (None if value == control.default else control.text(value))


@pytest.mark.parametrize(
    "control, given, canonical",
    [
        (TEMPERATURE, "0.8", None),
        (TEMPERATURE, "0.50", "0.5"),
        (TEMPERATURE, "2.", "2"),
        (TEMPERATURE, "-0", "0"),
        (STEP, "7.0", "7"),
        (TASK, "SORT", "sort"),
        (TASK, "Reverse", None),
        (SCALED, "0", "false"),
        (SCALED, "YES", None),
        (LOGITS, "1, 2.50,-0", "1,2.5,0"),
        (TEXT, "", ""),
    ],
)
def test_other_spellings_of_a_value_are_tidied_without_a_word(control, given, canonical):
    assert canonical_text(control, given) == (canonical, None)


@pytest.mark.parametrize(
    "control, given, canonical",
    [
        (TEMPERATURE, "0.57", "0.55"),
        (STEP, "7.9", "8"),
        (LENGTH, "500", None),
        (LENGTH, "1900", "2048"),
        (ROW, "1.6", "2"),
    ],
)
def test_numbers_off_the_step_are_snapped_and_the_page_says_so(control, given, canonical):
    text, note = canonical_text(control, given)
    assert text == canonical
    assert f"{control.key} = “{given}”" in note and "nearest" in note and control.allowed in note


@pytest.mark.parametrize(
    "control, given",
    [
        (TEMPERATURE, "abc"),
        (TEMPERATURE, "2.01"),
        (TEMPERATURE, "99999999999999999999"),
        (STEP, "1e1"),
        (STEP, "inf"),
        (LENGTH, "4096"),
        (ROW, "8"),
        (TASK, ""),
        (SCALED, "maybe"),
        (LOGITS, "1,x"),
        (LOGITS, "1,2,3,4,5"),
        (LOGITS, "1,nan"),
        (WORDS, "a,,b"),
        (WORDS, "w" * 21),
    ],
)
def test_unreadable_values_fall_back_and_the_note_says_all(control, given):
    text, note = canonical_text(control, given)
    assert text is None
    assert control.key in note and control.allowed in note and "default" in note


def test_long_text_is_cut_with_a_note():
    text, note = canonical_text(TEXT, "x" * 5000)
    assert text == "x" * 2000
    assert "5,000" in note and "2,000" in note


def test_control_characters_are_dropped_with_a_note():
    assert canonical_text(TEXT, "a\x00b")[0] == "ab"
    assert "dropped" in canonical_text(TEXT, "a\x00b")[1]
    area = ui.Text("area", "Area", default="", area=True)
    assert canonical_text(area, "a\nb") == ("a\nb", None)


@pytest.mark.parametrize("control", ALL, ids=lambda c: c.key)
@pytest.mark.parametrize("raw", [None, float("nan"), float("inf"), "", "abc", -5, 1e9, True, [], "\x00"])
def test_whatever_a_browser_sends_becomes_a_valid_value(control, raw):
    value = control.settle(raw)
    assert control.read(control.text(value)) == value


def test_a_box_that_is_whole_works_in_floats_but_gives_ints():
    seed = ui.Number("seed", "Seed", 1, 999, step=1, default=1, box=True)
    assert seed.settle(7.0) == 7 and isinstance(seed.settle(7.0), int)


def test_slider_rounding_errors_do_not_reach_the_page():
    assert TEMPERATURE.settle(0.1 + 0.2) == 0.3


def test_note_excerpts_are_short():
    note = canonical_text(TEMPERATURE, "y" * 500)[1]
    assert len(note) < 250
    with pytest.raises(Unreadable):
        TEMPERATURE.read("y" * 500)
