"""What a page shows that can be taken along, piece by piece."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Formula:
    """LaTeX lines: the general formula, then perhaps the same with the numbers in."""

    lines: tuple[str, ...]


@dataclass(frozen=True)
class Reading:
    """The sentence that reads a figure, and what kind of picture that is."""

    text: str
    figure: str


@dataclass(frozen=True)
class Code:
    """A program that sets `result`.

    name   tells it from the others of its page
    shows  what the page shows of it: a number, or an array of the shape of `result`
    """

    name: str
    text: str
    shows: Any = None


Piece = Formula | Reading | Code


@dataclass(frozen=True)
class View:
    """What a page shows at one moment.

    name     of the files, without an ending
    title    of the page
    address  the link that gives this view again
    """

    name: str
    title: str
    address: str
    pieces: tuple[Piece, ...]
