"""A pasted column of names and codes: read as spreadsheet programs and people write it, and nobody is lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.exercises.code_column import FITS, MOST_LINES, NO_CODE, NO_NAME, OTHER, read_column
from core.exercises.completion import code

PAGES = {"attention", "flops"}
SOLVED = {1: 17, 2: 4, 3: 5}
ADA = code("attention", SOLVED, "Ada Lovelace")
COMMA = code("flops", SOLVED, "Lovelace, Ada")


def read(text: str) -> list[tuple]:
    return [(line.number, line.name, line.verdict) for line in read_column(text, PAGES).lines]


@pytest.mark.parametrize("mark", ["\t", ",", ";", " , ", " ; ", "\t \t"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("quote", ["", '"'])
def test_every_way_to_write_two_columns(mark, end, quote):
    name = f"{quote}Ada Lovelace{quote}"
    lines = [f"{name}{mark}{ADA}", f"  {name}{mark}{quote}{ADA}{quote}  ", f"{ADA}{mark}{name}"]
    text = "\ufeff" + end.join(lines) + end
    assert read(text) == [(n, "Ada Lovelace", FITS) for n in (1, 2, 3)]


@pytest.mark.parametrize(
    "line",
    ['"Lovelace, Ada",CODE', "Lovelace, Ada;CODE", "Lovelace, Ada\tCODE", "Lovelace, Ada, CODE", "CODE;Lovelace, Ada"],
)
def test_a_name_with_a_comma(line):
    assert read(line.replace("CODE", COMMA)) == [(1, "Lovelace, Ada", FITS)]


def test_a_name_in_two_columns_is_one_name():
    assert read(f"Ada\tLovelace\t{ADA}") == [(1, "Ada Lovelace", FITS)]


@pytest.mark.parametrize(
    ("one", "other"), [("Zoë Müller", "zoe\u0308 MU\u0308LLER"), ("Øyvind", "øyvind"), ("李 明", "李\u3000明")]
)
def test_umlauts_and_other_scripts(one, other):
    assert read(f"{other};{code('flops', SOLVED, one)}") == [(1, other, FITS)]


def test_quotes_within_a_name_are_doubled():
    made = code("flops", SOLVED, 'Ada "the first" Lovelace')
    assert read(f'"Ada ""the first"" Lovelace",{made}') == [(1, 'Ada "the first" Lovelace', FITS)]


def test_an_open_quote_spoils_its_own_line_and_no_other():
    found = read(f'"Ada Lovelace,{ADA}\nAda Lovelace,{ADA}')
    assert [verdict for _, _, verdict in found] == [NO_CODE, FITS]


def test_empty_lines_do_not_count_but_keep_their_numbers():
    assert read(f"\n\nAda Lovelace;{ADA}\n ;\t\n,,\nAda;{ADA}\n") == [(3, "Ada Lovelace", FITS), (6, "Ada", OTHER)]
    assert read("") == read(" \n\t\n") == read("\ufeff") == []


@pytest.mark.parametrize(
    ("line", "heading"),
    [
        ("Name,Code", "Name, Code"),
        ("Name\tCompletion code", "Name, Completion code"),
        ("Étudiant;Code", "Étudiant, Code"),
        ('"Name, first and last","Code"', "Name, first and last, Code"),
    ],
)
def test_a_heading_is_tolerated_and_told(line, heading):
    column = read_column(f"{line}\nAda Lovelace;{ADA}", PAGES)
    assert column.heading == heading and [one.verdict for one in column.lines] == [FITS]


@pytest.mark.parametrize("first", ["Ada;attention.1-17", "Ada", "Ada;123", "A1;B2"])
def test_a_first_line_that_is_somebody_is_judged(first):
    column = read_column(f"{first}\nAda Lovelace;{ADA}", PAGES)
    assert not column.heading and [line.verdict for line in column.lines] == [NO_CODE, FITS]


def test_a_heading_alone_is_a_line():
    assert read("Name;Code") == [(1, "Name", NO_CODE)]


@pytest.mark.parametrize(
    ("line", "verdict"),
    [
        (f"Ada;{ADA}", OTHER),
        (f"Ada Lovelace;{ADA[:-1]}0", OTHER),
        (f"Ada Lovelace;{ADA[:-1]}", NO_CODE),
        (f"Ada Lovelace;{code('trainer', SOLVED, 'Ada Lovelace')}", NO_CODE),  # of a page that is not among these
        (f"Ada Lovelace {ADA}", NO_CODE),  # in one column
        (f"{ADA}", NO_NAME),
        (f";{ADA}", NO_NAME),
        (f"123;{ADA}", NO_NAME),
        ("Ada Lovelace;", NO_CODE),
        ("=1+1;<b>", NO_CODE),
    ],
)
def test_what_is_wrong_is_told_apart(line, verdict):
    assert [found[2] for found in read(line)] == [verdict]


def test_of_two_codes_in_a_line_the_last_is_the_code():
    made = code("flops", SOLVED, ADA)
    assert read(f"{ADA};{made}") == [(1, ADA, FITS)]


def test_a_code_handed_in_twice_is_flagged_however_it_is_written():
    spaced = f"{ADA[:9].upper()} {ADA[9:]}"
    lines = read_column(f"Ada Lovelace;{ADA}\nBob;bob\nBob;{spaced}\nAda Lovelace;{ADA.lower()}\nEve;bob", PAGES).lines
    assert [line.same_as for line in lines] == [None, None, 1, 1, None]
    assert [line.verdict for line in lines] == [FITS, NO_CODE, OTHER, FITS, NO_CODE]


def test_what_a_code_says_is_told_even_where_it_does_not_fit():
    (line,) = read_column(f"Bob;{ADA}", PAGES).lines
    assert (line.said.page, line.said.solved, line.fits) == ("attention", SOLVED, False)


def test_a_long_column_is_cut_and_that_is_told():
    column = read_column("Name;Code\n" + f"Ada Lovelace;{ADA}\n\n" * (MOST_LINES + 7), PAGES)
    assert (len(column.lines), column.left_out) == (MOST_LINES, 7)
    assert not read_column(f"Ada Lovelace;{ADA}\n" * MOST_LINES, PAGES).left_out


@given(st.text(max_size=200))
def test_no_text_breaks_it_and_no_line_is_lost(text):
    column = read_column(text, PAGES)
    lines = text.replace("\ufeff", "").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    assert len(column.lines) + bool(column.heading) <= len(lines)
    assert all(1 <= line.number <= len(lines) for line in column.lines)
    numbers = {line.number for line in column.lines}
    named = {number for number, line in enumerate(lines, 1) if any(letter.isalnum() for letter in line)}
    assert len(named - numbers) <= bool(column.heading)


@given(
    st.text(st.characters(blacklist_categories=("Cs", "Cc")), max_size=40).filter(
        lambda name: any(map(str.isalpha, name))
    )
)
def test_whatever_the_name_its_line_as_a_spreadsheet_writes_it_fits(name):
    cell = '"' + name.replace("\ufeff", "").replace('"', '""') + '"'
    made = code("flops", SOLVED, name.replace("\ufeff", ""))
    (line,) = read_column(f"{cell},{made}", PAGES).lines
    assert line.fits
