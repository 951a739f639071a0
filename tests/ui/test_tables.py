"""Tables with readers' words in them: no column is lost, and the downloaded file opens as it is."""

import csv
import io

import pandas
import pytest

from core.ui.tables import as_csv, as_frame, as_text, with_words


@pytest.mark.parametrize(
    "words",
    [
        ["temperature", "x"],
        ["x", "x", "x (1)", "x (2)", "temperature (0)", "temperature"],
        ["", "", "constructor", "__proto__", "0", "index", "_index", "a.b", "Temperature"],
    ],
)
def test_col_01_own_columns_and_every_words_column_are_kept(words):
    table = with_words({"temperature": [0.0, 0.5]}, words, [[at, -at] for at in range(len(words))])
    assert table["temperature"] == [0.0, 0.5]
    assert list(table.values())[1:] == [[at, -at] for at in range(len(words))]
    assert all(name.startswith(word) for name, word in zip(list(table)[1:], words, strict=True))
    assert as_frame(table).shape == (2, 1 + len(words))


TEXTS = [
    "Der alte Mann fährt über die Straße.",
    "日本",
    "😀",
    'a,"b";c',
    "two\nlines",
    "tab\tbed",
    "",
    "-0.5",
    "·the",
    "’s",
]
FORMULAS = ["=1+1", "+49 30", "-x", "@sum(a1)", "\t=1", "\r=1", "-0.5=1", '=HYPERLINK("http://x")', "-", "+"]


def read_back(frame) -> list[list[str]]:
    """The rows of the file as a program reads them that believes its first three bytes."""
    content = as_csv(frame)
    assert content.startswith(b"\xef\xbb\xbf")
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline="")))


def test_texts_and_numbers_come_back_as_they_are():
    frame = as_frame({"token": TEXTS, "n": range(len(TEXTS)), "x": [-0.25 * at for at in range(len(TEXTS))]})
    rows = read_back(frame)
    assert rows[0] == ["token", "n", "x"]
    assert [row[0] for row in rows[1:]] == TEXTS
    assert [(int(n), float(x)) for _, n, x in rows[1:]] == [(at, -0.25 * at) for at in range(len(TEXTS))]


def test_no_text_is_a_formula_neither_in_a_cell_nor_as_the_name_of_a_column():
    rows = read_back(as_frame({"token": FORMULAS, "=1+1": [1] * len(FORMULAS)}))
    assert rows[0] == ["token", "'=1+1"]
    assert [row[0] for row in rows[1:]] == [f"'{text}" for text in FORMULAS]


def test_the_table_itself_is_not_changed_and_gaps_stay_gaps():
    frame = pandas.DataFrame({"=x": ["=1", None], "y": [None, 1.5]})
    before = frame.copy()
    assert read_back(frame) == [["'=x", "y"], ["'=1", ""], ["", "1.5"]]
    pandas.testing.assert_frame_equal(frame, before)


@pytest.mark.parametrize("text", ["-1", "+2", "-0.25", "-1e-05", "-3.2e+10"])
def test_a_number_written_as_text_is_left_alone(text):
    assert as_text(text) == text
