"""A pasted column of names and completion codes, as a spreadsheet program or a form gives it: a verdict for each line.

One student a line: name and code in either order, parted by a tab, a semicolon or a comma, with quotes as spreadsheet
programs write them. Pure: nothing is kept.
"""

import csv
import re
from collections.abc import Collection
from dataclasses import dataclass, replace

from core.exercises.completion import Completion, check

MOST_LINES = 500  # of students, in one go
MOST_CHARACTERS = 100_000
MARKS = "\t;,"  # between two cells

FITS = "fits"
OTHER = "made for another name, or mistyped"
NO_CODE = "not a code"
NO_NAME = "no name beside the code"

_DIGIT = re.compile(r"[0-9]")  # every code has digits; a line without any, above all others, is a heading


@dataclass(frozen=True)
class Line:
    """One student.

    number   the line of the pasted text, from 1
    name     as given
    code     as given; "" where nothing looks like one
    said     what the code says of page and exercises; None where there is no code
    verdict  FITS, OTHER, NO_CODE or NO_NAME
    same_as  the number of the first line with the very same code, where that is another line
    """

    number: int
    name: str
    code: str
    said: Completion | None
    verdict: str
    same_as: int | None = None

    @property
    def fits(self) -> bool:
        return self.verdict == FITS


@dataclass(frozen=True)
class Column:
    """What was read: the lines in the order given, what was taken for a heading, and how many lines were left out."""

    lines: tuple[Line, ...]
    heading: str = ""
    left_out: int = 0


def read_column(text: str, pages: Collection[str]) -> Column:
    """Read a pasted text. A code that names none of these pages is not a code. Empty lines do not count.

    Example:
        >>> text = "Name;Code" + chr(10) + "Ada Lovelace;attention.1-17.2-4.2CBJ5Y"
        >>> column = read_column(text, {"attention"})
        >>> column.heading, [(line.name, line.verdict) for line in column.lines]
        ('Name, Code', [('Ada Lovelace', 'fits')])
    """
    whole = re.split(r"\r\n|\r|\n", text.replace("\ufeff", ""))
    rows = [(number, cells) for number, line in enumerate(whole, 1) if any(cells := _cells(line))]
    heading = ""
    if len(rows) > 1 and _is_heading(rows[0][1]):
        heading = ", ".join(filter(None, rows.pop(0)[1]))
    lines = [_line(number, cells, pages) for number, cells in rows[:MOST_LINES]]
    return Column(tuple(_with_twins(lines)), heading, max(0, len(rows) - MOST_LINES))


def _cells(line: str) -> list[str]:
    """The cells of a line, at the first of tab, semicolon and comma that stands in it outside of quotes.

    Each line by itself: a quote that is never closed spoils its own line and no other.
    """
    bare = re.sub(r'"[^"]*"', "", line)
    mark = next((mark for mark in MARKS if mark in bare), MARKS[0])
    (cells,) = csv.reader([line], delimiter=mark, skipinitialspace=True) if line.strip(MARKS + " ") else ([],)
    return [cell.strip() for cell in cells]


def _is_heading(cells: list[str]) -> bool:
    return sum(map(bool, cells)) > 1 and not any(_DIGIT.search(cell) for cell in cells)


def _line(number: int, cells: list[str], pages: Collection[str]) -> Line:
    """The verdict on one line. Where two cells look like codes, the last is taken for it."""
    filled = [cell for cell in cells if cell]
    at = max((at for at, cell in enumerate(filled) if _says(cell, "a", pages)), default=None)
    if at is None:
        return Line(number, filled[0], ", ".join(filled[1:]), None, NO_CODE)
    code, parts = filled[at], filled[:at] + filled[at + 1 :]
    found = [(name, _says(code, name, pages)) for name in (" ".join(parts), ", ".join(parts))]
    name, said = next(((name, said) for name, said in found if said and said.fits), found[0])
    if said is None:  # of a name without a letter
        return Line(number, name, code, _says(code, "a", pages), NO_NAME)
    return Line(number, name, code, said, FITS if said.fits else OTHER)


def _says(code: str, name: str, pages: Collection[str]) -> Completion | None:
    """What a code says; None for what is no code of these pages, or for a name without a letter."""
    try:
        said = check(code, name)
    except ValueError:
        return None
    return said if said.page in pages else None


def _with_twins(lines: list[Line]) -> list[Line]:
    """The lines, each told which earlier one has the same code."""
    first: dict[str, int] = {}
    told = []
    for line in lines:
        code = "".join(line.code.split()).lower()
        earlier = first.setdefault(code, line.number) if line.said else line.number
        told.append(replace(line, same_as=earlier if earlier != line.number else None))
    return told
