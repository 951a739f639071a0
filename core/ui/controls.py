"""The controls a page can have. Each is declared at the top of the page and drawn where it is needed.

What they share is in `core.ui.control`; most are Streamlit widgets bound to the query.

Example:
    TEMPERATURE = ui.Number("temperature", "Temperature", 0.0, 2.0, step=0.05, default=0.8)
    temperature = TEMPERATURE.draw()
"""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import streamlit as st

from core.ui import parse
from core.ui.control import Control
from core.ui.held import unless_hidden
from core.ui.linked import Linked


@dataclass(frozen=True)
class Number(Control):
    """A number between `low` and `high` in steps, as a slider (or a box). Whole numbers when `step` is an int.

    Example:
        HEADS = ui.Number("heads", "Heads", 1, 8, step=1, default=2)
    """

    key: str
    label: str
    low: float
    high: float
    step: float
    default: float
    box: bool = False

    @property
    def whole(self) -> bool:
        return isinstance(self.step, int)

    @property
    def decimals(self) -> int:
        return max(0, -parse.decimal(self.step).as_tuple().exponent)

    @property
    def allowed(self) -> str:
        return f"{self.text(self.low)} to {self.text(self.high)} in steps of {self.step}"

    def read(self, text: str) -> float:
        value = parse.snap(parse.ranged(text, self.low, self.high), self.low, self.step)
        value = min(value, parse.decimal(self.high))
        return self._number(value)

    def adjusted(self, text: str, value: float) -> str | None:
        return _snapped(text, self.text(value))

    def text(self, value: Any) -> str:
        return plain_decimal(parse.decimal(value))

    def samples(self) -> tuple[float, ...]:
        return self._number(parse.decimal(self.low)), self._number(parse.decimal(self.high))

    @unless_hidden
    def draw(self) -> float:
        draw = st.number_input if self.box else st.slider
        # Streamlit's whole-number box dies on `inf`, so a box always works in floats.
        kind = float if self.box or not self.whole else int
        low, high, step, default = (kind(x) for x in (self.low, self.high, self.step, self.default))
        form = f"%.{self.decimals}f"
        return self.settle(draw(self.label, low, high, default, step, format=form, **self._bound()))

    def set(self, value: float) -> None:
        super().set(float(value) if self.box or not self.whole else int(value))

    def _number(self, value: Decimal) -> float:
        return int(value) if self.whole else float(value) + 0.0  # + 0.0 makes -0.0 plain zero


@dataclass(frozen=True)
class Steps(Control):
    """One of an ordered list of numbers that are not evenly spaced, such as powers of two.

    Example:
        LENGTH = ui.Steps("length", "Sequence length", (128, 512, 2048), default=512)
    """

    key: str
    label: str
    values: tuple[float, ...]
    default: float

    @property
    def allowed(self) -> str:
        return "one of " + ", ".join(self.text(value) for value in self.values)

    def read(self, text: str) -> float:
        value = parse.ranged(text, min(self.values), max(self.values))
        return min(self.values, key=lambda known: abs(parse.decimal(known) - value))

    def adjusted(self, text: str, value: float) -> str | None:
        return _snapped(text, self.text(value))

    def text(self, value: Any) -> str:
        return plain_decimal(parse.decimal(value))

    def samples(self) -> tuple[float, ...]:
        return self.values[0], self.values[-1]

    @unless_hidden
    def draw(self) -> float:
        # The options are the link's own texts, since Streamlit writes what the widget shows into the address.
        texts = [self.text(value) for value in self.values]
        return self.settle(st.select_slider(self.label, texts, self.text(self.default), **self._bound()))

    def set(self, value: float) -> None:
        super().set(self.text(value))


@dataclass(frozen=True)
class Index(Control):
    """A position 0 … n − 1 in a list whose length may change; `draw(names)` takes the names in that list.

    Example:
        ROW = ui.Index("attention_row", "Query", most=24, default=0)
        i = ROW.draw(tokens)
    """

    key: str
    label: str
    most: int
    default: int = 0

    @property
    def allowed(self) -> str:
        return f"0 to {self.most - 1}"

    def read(self, text: str) -> int:
        return int(parse.snap(parse.ranged(text, 0, self.most - 1), 0, 1))

    def adjusted(self, text: str, value: float) -> str | None:
        return _snapped(text, self.text(value))

    def samples(self) -> tuple[int, ...]:
        return 0, self.most - 1

    @unless_hidden
    def draw(self, names: list[str]) -> int:
        at = self._draw_up_to(min(len(names), self.most) - 1)
        if names[at] != str(at):
            st.text(f"{at} is “{names[at]}”")
        return at

    def within(self, n: int) -> int:
        """Where it stands in a list of n, for elsewhere than where it is drawn."""
        return min(self.value, n - 1)

    def at_rest(self, names: list[str]) -> int:
        return self.within(len(names))

    def set(self, value: int) -> None:
        super().set(self.text(value))

    def _draw_up_to(self, last: int) -> int:
        """Draw it over 0 … last; the value it stands at."""
        if self.value > last:  # the list is shorter than the link says, or became so
            self.move_to(last, f"{self.text(0)} to {self.text(last)}")
        if last < 1:
            st.text(f"{self.label}: {self.text(0)}")  # a list of one has nothing to choose
            return 0
        texts = [self.text(i) for i in range(last + 1)]
        default = self.text(min(self.default, last))
        return min(self.settle(st.select_slider(self.label, texts, default, **self._bound())), last)


@dataclass(frozen=True)
class Choice(Linked):
    """One of a few options, which are the ids that the link stores: short, plain, stable.

    labels  what the page shows for each option, in the same order; the options themselves where there are none

    Example:
        MASK = ui.Choice("mask", "Mask", ("bidirectional", "causal"), default="causal")
        KIND = ui.Choice("kind", "Attention", ("cross", "self"), default="self", labels=("across", "within"))
    """

    key: str
    label: str
    options: tuple[str, ...]
    default: str
    labels: tuple[str, ...] = ()

    @property
    def allowed(self) -> str:
        return "one of " + ", ".join(self.options)

    def read(self, text: str) -> str:
        return parse.choice(text, self.options)

    def samples(self) -> tuple[str, ...]:
        return self.options

    def shown(self, option: str) -> str:
        """What the page shows for an option.

        Example:
            >>> Choice("kind", "Kind", ("a", "b"), default="a", labels=("the first", "the second")).shown("b")
            'the second'
        """
        return self.labels[self.options.index(option)] if self.labels else option

    @unless_hidden
    def draw(self) -> str:
        if len(self.options) <= 5:
            how = {"default": self.default, "required": True, "wrap": True}
            chosen = st.segmented_control(self.label, self.options, format_func=self.shown, **how, **self._unbound())
        else:
            at = self.options.index(self.default)
            chosen = st.selectbox(self.label, self.options, at, format_func=self.shown, **self._unbound())
        self._tell()
        return self.settle(chosen)


@dataclass(frozen=True)
class Switch(Control):
    """On or off.

    Example:
        SCALE = ui.Switch("scaled", "Divide by √d_k", default=True)
    """

    key: str
    label: str
    default: bool = False

    @property
    def allowed(self) -> str:
        return "true or false"

    def read(self, text: str) -> bool:
        return parse.switch(text)

    def text(self, value: Any) -> str:
        return "true" if value is True else "false" if value is False else str(value)

    def samples(self) -> tuple[bool, ...]:
        return True, False

    @unless_hidden
    def draw(self) -> bool:
        return self.settle(st.toggle(self.label, self.default, **self._bound()))


def plain_decimal(value: Decimal) -> str:
    """Shortest plain decimal text.

    Example:
        >>> plain_decimal(Decimal("0.50")), plain_decimal(Decimal("-0")), plain_decimal(Decimal("1E+2"))
        ('0.5', '0', '100')
    """
    text = format(value, "f")
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def _snapped(text: str, used: str) -> str | None:
    """The sentence for a number that is in range but not one of the control's own."""
    return None if parse.number(text) == Decimal(used) else f"The nearest is used: {used}."
