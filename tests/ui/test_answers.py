"""NUM-01: what the app prints, its answer boxes read; and what they cannot read, they answer with a sentence."""

import pytest

from core.ui.answers import COMMA, PLAIN, read_answer
from core.ui.parse import Unreadable


@pytest.mark.parametrize(
    ("given", "unit", "number"),
    [
        ("2,048", "", 2048),
        ("4,194.3 thousand", "thousand", 4194.3),
        ("4,194.3", "thousand", 4194.3),
        ("1,234,567.89", "", 1234567.89),
        ("2 048", "", 2048),
        ("2\u00a0048", "", 2048),
        ("40\u202f801.85", "", 40801.85),
        ("2\u2009048 tokens", "tokens", 2048),
        ("1 token", "tokens", 1),
        ("−0.65", "", -0.65),
        ("\u20130.65", "", -0.65),
        ("− 2,048", "", -2048),
        ("75.6\u00a0%", "%", 75.6),
        ("75.6%", "%", 75.6),
        ("75.6 percent", "%", 75.6),
        ("24 mib", "MiB", 24),
        ("63.4°", "degrees", 63.4),
        ("63.4\u2218", "degrees", 63.4),
        (" \u20602,048\u200b ", "", 2048),
        (".5", "", 0.5),
    ],
)
def test_every_spelling_of_ours_is_read(given, unit, number):
    assert read_answer(given, unit) == number


@pytest.mark.parametrize("given", ["0,5", "75,6", "1.234,5", "0,500", "12,34", "1 234,5", "-0,5", "2,0480"])
def test_a_decimal_comma_gets_a_sentence_of_its_own(given):
    with pytest.raises(Unreadable, match="point") as problem:
        read_answer(given)
    assert str(problem.value) == COMMA


@pytest.mark.parametrize(
    "given", ["", "%", "abc", "7e1", "nan", "1_000", "2,048,1", "20 48", "1,234 567", "1 2", "24 GiB", "--1", "٢", "½"]
)
def test_anything_else_is_unreadable(given):
    with pytest.raises(Unreadable) as problem:
        read_answer(given, "MiB" if "GiB" in given else "%" if "%" in given else "")
    assert str(problem.value) in (PLAIN, COMMA)
