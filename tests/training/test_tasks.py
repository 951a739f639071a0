"""The toy tasks, and how a typed probe is read."""

import pytest
import torch

from core.training import answer, ids_of, letters, read_probe
from core.training.tasks import all_inputs, random_inputs


@pytest.mark.parametrize(
    ("task", "given", "expected"),
    [
        ("reverse", "ABCD", "DCBA"),
        ("reverse", "CABD", "DBAC"),
        ("copy", "CABD", "CABD"),
        ("sort", "CABD", "ABCD"),
        ("sort", "CBAB", "ABBC"),
        ("sort", "AAAA", "AAAA"),
    ],
)
def test_answers(task, given, expected):
    assert letters(answer(task, ids_of(given))[0]) == expected


def test_unknown_task_is_named():
    with pytest.raises(ValueError, match="'shuffle' is unknown; allowed: reverse, copy, sort"):
        answer("shuffle", ids_of("AB"))


def test_all_inputs_are_all_and_in_order():
    inputs = all_inputs(3, 4)
    assert len({tuple(row) for row in inputs.tolist()}) == 4**3
    assert inputs.tolist() == sorted(inputs.tolist())


def test_too_many_inputs_are_refused():
    with pytest.raises(ValueError, match=r"8\^6 = 262,144"):
        all_inputs(6, 8)


def test_random_inputs_come_from_the_generator_alone():
    torch.manual_seed(1)
    first = random_inputs(5, 4, 8, torch.Generator().manual_seed(3))
    torch.manual_seed(2)
    assert torch.equal(first, random_inputs(5, 4, 8, torch.Generator().manual_seed(3)))


@pytest.mark.parametrize("typed", ["abcd", "aBcD", " ABCD ", "A B C D", "A,B,C,D", "a, b,\tc d"])
def test_trn_02_case_spaces_and_commas_do_not_matter(typed):
    assert read_probe(typed) == "ABCD"


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("ZZZZ", "Z"),
        ("1234", "1, 2, 3, 4"),
        ("🙂BCD", "🙂"),
        ("AB?D", r"\?"),
        ("ABCI", "I"),
        ("ÀBCD", "À"),
        ("ßABC", "S"),
    ],
)
def test_trn_01_strange_characters_are_named_with_the_alphabet(typed, shown):
    with pytest.raises(ValueError, match=f"only the letters A–H can be used, and you typed: {shown}"):
        read_probe(typed)


@pytest.mark.parametrize(("typed", "count"), [("", 0), ("AB", 2), ("ABCDE", 5), ("ABCDEFGH", 8), (" , ", 0)])
def test_trn_03_a_wrong_number_of_letters_is_counted(typed, count):
    with pytest.raises(ValueError, match=f"exactly 4 letters, you typed {count}"):
        read_probe(typed)
