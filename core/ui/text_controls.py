"""Controls that hold text: free text, a short list of numbers, a short list of words."""

from dataclasses import dataclass
from typing import Any

import streamlit as st

from core.ui import parse
from core.ui.controls import Control, plain_decimal
from core.ui.held import unless_hidden
from core.ui.parse import Unreadable


@dataclass(frozen=True)
class Text(Control):
    """Free text of at most `most` characters, in a line or an area. Control characters are dropped.

    Characters are counted as the browser counts them when it limits its boxes, where an emoji is two. A text that is
    longer than its box by that count could not be edited.

    exact  keep tabs and every kind of line end, for a page on which they matter

    Example:
        SENTENCE = ui.Text("sentence", "Sentence", default="the cat sat", most=200)
    """

    key: str
    label: str
    default: str
    most: int = parse.MAX_TEXT
    area: bool = False
    exact: bool = False

    @property
    def allowed(self) -> str:
        return f"text of at most {self.most:,} characters, without control characters"

    def read(self, text: str) -> str:
        return parse.cut(self._clean(text), self.most)

    def adjusted(self, text: str, value: str) -> str | None:
        cleaned = self._clean(text)
        length = parse.units(cleaned)
        if length > self.most:
            counted = "" if length == len(cleaned) else ", of which the browser counts two for an emoji"
            return f"It was cut from {length:,} to {self.most:,} characters{counted}."
        return None if cleaned == text else "Control characters and line ends that do not belong there were dropped."

    def settle(self, raw: Any) -> str:
        return self.read(raw) if isinstance(raw, str) else self.default

    def samples(self) -> tuple[str, ...]:
        return "", "x", ("ab " * self.most)[: self.most]

    @unless_hidden
    def draw(self) -> str:
        box = st.text_area if self.area else st.text_input
        return self.settle(box(self.label, self.default, max_chars=self.most, **self._bound()))

    def _clean(self, text: str) -> str:
        return parse.clean(text, lines=self.area, exact=self.exact)


@dataclass(frozen=True)
class _List(Control):
    """A comma-separated list in a box. An unreadable one is answered with a sentence, and the default stands in."""

    key: str
    label: str
    default: Any
    fewest: int = 1
    most: int = 12

    @unless_hidden
    def draw(self) -> Any:
        typed = st.text_input(self.label, self.text(self.default), max_chars=parse.MAX_TEXT, **self._bound())
        try:
            return self.read(typed)
        except Unreadable as problem:
            st.text(
                f"“{parse.excerpt(typed)}” cannot be used: {problem}. Allowed: {self.allowed}. Used here: the default."
            )
            return self.default

    def set(self, value: Any) -> None:
        super().set(self.text(value))


@dataclass(frozen=True)
class Numbers(_List):
    """A short list of numbers, each in [low, high], as a tuple of floats.

    Example:
        LOGITS = ui.Numbers("logits", "Logits", default=(2.0, 1.0, 0.0), most=8, low=-20, high=20)
    """

    low: float = -100.0
    high: float = 100.0

    @property
    def allowed(self) -> str:
        return f"{self.fewest} to {self.most} numbers from {self.low:g} to {self.high:g}, separated by commas"

    def read(self, text: str) -> tuple[float, ...]:
        return tuple(self._one(part) for part in parse.items(text, self.fewest, self.most))

    def text(self, value: Any) -> str:
        return ",".join(plain_decimal(parse.decimal(x)) for x in value)

    def samples(self) -> tuple[tuple[float, ...], ...]:
        return (self.low,) * self.fewest, (self.high,) * self.most

    def _one(self, part: str) -> float:
        try:
            return float(parse.ranged(part, self.low, self.high)) + 0.0  # + 0.0 makes -0.0 plain zero
        except Unreadable as problem:
            raise Unreadable(f"of “{parse.excerpt(part, 20)}”: {problem}") from None


@dataclass(frozen=True)
class Words(_List):
    """A short list of words, as a tuple of strings.

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
