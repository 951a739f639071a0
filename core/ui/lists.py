"""Controls that hold a short list. A link has it with commas; on the page it is a table to edit, or a set of chips.

An unreadable list is answered with a sentence, and the default stands in.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import streamlit as st

from core.say import minus_signs
from core.ui import parse
from core.ui.controls import plain_decimal
from core.ui.held import unless_hidden
from core.ui.linked import Linked
from core.ui.parse import Unreadable
from core.ui.table_editor import Cell, Row, edit_together


@dataclass(frozen=True)
class _List(Linked):
    """What lists share. The session holds what was typed, as a link would say it, be it readable or not.

    rows  names of the rows, for a list whose length is fixed
    """

    key: str
    label: str
    default: Any
    fewest: int = 1
    most: int = 12
    rows: tuple[str, ...] = ()

    dtype = "str"  # of the table's columns

    @property
    def typed(self) -> str:
        """The list as it was typed."""
        raw = st.session_state.get(self.key)
        return self.text(self.value if raw is None else raw) if not isinstance(raw, str) else raw

    def raw(self, value: Any) -> Any:
        return self.text(value)

    @unless_hidden
    def draw(self) -> Any:
        return edit_together(self)[0]

    def columns(self) -> dict[str, Any]:
        """The columns that the list fills in a table: name -> how Streamlit draws it."""
        raise NotImplementedError

    def cells(self, value: Any) -> list[Row]:
        """The list, row by row of its columns."""
        raise NotImplementedError

    def joined(self, cells: Sequence[Cell]) -> str:
        """What stands in the cells, as a link would say it; empty ones at the end do not count."""
        end = max((at + 1 for at, cell in enumerate(cells) if cell is not None), default=0)
        return ",".join("" if cell is None else _plain(cell) for cell in cells[:end])

    def take(self, typed: str) -> None:
        """Hold what a reader typed, in the form of a link where it is readable."""
        try:
            self.set(self.read(typed))
        except Unreadable:
            st.session_state[self.key] = typed

    def say_unreadable(self) -> None:
        """Say so where what was typed cannot be used."""
        try:
            self.read(self.typed)
        except Unreadable as problem:
            said = f"“{parse.excerpt(self.typed)}” cannot be used: {problem}. Allowed: {self.allowed}."
            st.text(minus_signs(f"{said} Used here: the default."))

    def tell(self) -> None:
        """Have the address say the value as it stands."""
        self._tell()


@dataclass(frozen=True)
class Numbers(_List):
    """A short list of numbers, each in [low, high], as a tuple of floats. Drawn as a table with a row for each.

    across  names of the numbers that stand in one row, where a row has more than one; `most` counts the numbers

    Example:
        LOGITS = ui.Numbers("logits", "Logits", default=(2.0, 1.0, 0.0), most=8, low=-20, high=20)
        POINTS = ui.Numbers("points", "Points", default=(0.0, 1.0, 2.0, 3.0), across=("x", "y"))
    """

    low: float = -100.0
    high: float = 100.0
    across: tuple[str, ...] = ()

    dtype = "float64"

    @property
    def allowed(self) -> str:
        return f"{self.fewest} to {self.most} numbers from {self.low:g} to {self.high:g}, separated by commas"

    def read(self, text: str) -> tuple[float, ...]:
        return tuple(self._one(part) for part in parse.items(text, self.fewest, self.most))

    def text(self, value: Any) -> str:
        return ",".join(plain_decimal(parse.decimal(x)) for x in value)

    def samples(self) -> tuple[tuple[float, ...], ...]:
        return (self.low,) * self.fewest, (self.high,) * self.most

    def columns(self) -> dict[str, Any]:
        how = {"min_value": self.low, "max_value": self.high, "help": self.helped, "required": True}
        return {
            f"{self.key} {at}": st.column_config.NumberColumn(name, **how)
            for at, name in enumerate(self.across or (self.label,))
        }

    def cells(self, value: tuple[float, ...]) -> list[Row]:
        wide = len(self.columns())
        padded = [*value, *[None] * (-len(value) % wide)]
        return [padded[at : at + wide] for at in range(0, len(padded), wide)]

    def _one(self, part: str) -> float:
        try:
            return float(parse.ranged(part, self.low, self.high)) + 0.0  # + 0.0 makes -0.0 plain zero
        except Unreadable as problem:
            raise Unreadable(f"of “{parse.excerpt(part, 20)}”: {problem}") from None


@dataclass(frozen=True)
class Words(_List):
    """A short list of words, in their order, as a tuple of strings. Drawn as a table with a row for each.

    Example:
        TOKENS = ui.Words("tokens", "Tokens", default=("the", "cat"), most=8)
    """

    longest: int = 20

    @property
    def allowed(self) -> str:
        return f"{self.fewest} to {self.most} words of at most {self.longest} characters, separated by commas"

    def read(self, text: str) -> tuple[str, ...]:
        words = parse.items(parse.clean(text), self.fewest, self.most)
        for word in words:
            if len(word) > self.longest:
                raise Unreadable(f"“{parse.excerpt(word, self.longest)}” is too long")
        return tuple(words)

    def text(self, value: Any) -> str:
        return ",".join(value)

    def samples(self) -> tuple[tuple[str, ...], ...]:
        return ("a",) * self.fewest, ("w" * self.longest,) * self.most

    def columns(self) -> dict[str, Any]:
        how = {"max_chars": self.longest, "help": self.helped, "required": True}
        return {f"{self.key} 0": st.column_config.TextColumn(self.label, **how)}

    def cells(self, value: tuple[str, ...]) -> list[Row]:
        return [[word] for word in value]


@dataclass(frozen=True)
class WordSet(Words):
    """Words of which each counts once, as a tuple in the order in which they were added. Drawn as chips.

    options  the words that there are, where the reader has no others to add

    Example:
        ENDINGS = ui.WordSet("endings", "Endings", default=("tired", "wide"), most=10)
        GROUPS = ui.WordSet("groups", "Groups", default=("animals",), options=("animals", "food"))
    """

    options: tuple[str, ...] = ()

    @property
    def allowed(self) -> str:
        return f"some of {', '.join(self.options)}, separated by commas" if self.options else super().allowed

    def read(self, text: str) -> tuple[str, ...]:
        words = super().read(text)
        if self.options:
            words = [parse.choice(word, self.options) for word in words]
        return tuple(dict.fromkeys(words))

    def adjusted(self, text: str, value: tuple[str, ...]) -> str | None:
        return "A word counts once." if len(super().read(text)) > len(value) else None

    def samples(self) -> tuple[tuple[str, ...], ...]:
        if self.options:
            return self.options[: self.fewest], self.options
        numbered = (f"{at}".rjust(self.longest, "w") for at in range(self.most))
        return tuple("abcdefghijkl"[: self.fewest]), tuple(numbered)

    def raw(self, value: tuple[str, ...]) -> list[str]:
        return list(value)

    @unless_hidden
    def draw(self) -> tuple[str, ...]:
        self._chips()
        self.say_unreadable()
        self.tell()
        return self.value

    def _chips(self) -> None:
        how = {"default": list(self.default), "on_change": self._spell} | self._unbound()
        if self.options:
            st.pills(self.label, self.options, selection_mode="multi", **how)
        else:
            chips = list(dict.fromkeys([*self.default, *st.session_state.get(self.key, ())]))
            st.multiselect(self.label, chips, accept_new_options=True, **how)

    def _spell(self) -> None:
        """Show the words as they are used, where they can be: without outer spaces, split at commas."""
        with suppress(Unreadable):
            self.set(self.read(self.typed))

    def _seed(self) -> None:
        """As for all, but what was typed stays, to be mended, even where it is not what is used."""
        if self.key not in st.session_state:
            super()._seed()


def _plain(cell: Cell) -> str:
    """A cell as it would be typed. One that holds several words does not read as the list does: it is drawn anew."""
    if isinstance(cell, str):
        return cell.replace(",", ", ")
    try:
        return plain_decimal(parse.decimal(cell))
    except ArithmeticError:  # no number at all
        return str(cell)
