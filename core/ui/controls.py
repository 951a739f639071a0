"""The controls a page can have. Each is declared at the top of the page and drawn where it is needed.

A control's `key` is its name in the link, so it is unique in the whole app, a plain word, and never changes; and a
change of a `default` changes what old links mean. Every control knows three things: how to `read` the text a link
gives it, how to write a value as `text` for a link, and how to `draw` itself as a Streamlit widget bound to the query.

Example:
    TEMPERATURE = ui.Number("temperature", "Temperature", 0.0, 2.0, step=0.05, default=0.8)
    temperature = TEMPERATURE.draw()
"""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import streamlit as st

from core.ui import parse
from core.ui.held import held, unless_hidden
from core.ui.notes import add_note, first_given, link_says


@dataclass(frozen=True, kw_only=True)
class Control:
    """What all controls share. `draw` gives the value; `value` is the same without drawing, for elsewhere."""

    help: str | None = None

    @property
    def allowed(self) -> str:
        """What a link may say, in words."""
        raise NotImplementedError

    def read(self, text: str) -> Any:
        """The value that a link's text stands for. Raises Unreadable."""
        raise NotImplementedError

    def text(self, value: Any) -> str:
        """The value as a link carries it."""
        return str(value)

    def adjusted(self, text: str, value: Any) -> str | None:
        """What had to be done to the link's text to get the value, as a sentence; None when it says just that."""
        return None

    def samples(self) -> tuple[Any, ...]:
        """Values at the ends of the control, which the tests visit."""
        raise NotImplementedError

    @property
    def parts(self) -> tuple["Control", ...]:
        """The controls that a page declares by declaring this one: itself, and what goes with it."""
        return (self,)

    @property
    def value(self) -> Any:
        """The value as it stands, whether or not the control has been drawn yet."""
        raw = held(self.key)
        if raw is None:
            raw = st.session_state.get(self.key)
        if raw is None:  # not drawn in this session yet: what the link says, which `open_page` has made canonical
            raw = st.query_params.get(self.key, self.default)
        return self.settle(raw)

    def set(self, value: Any) -> None:
        """Set the control from a callback in its group: the widget, the figures and the address follow."""
        if held(self.key) is None:
            st.session_state[self.key] = value

    def at_rest(self) -> Any:
        """What `draw` gives where the control is hidden; takes what `draw` takes."""
        return self.value

    def settle(self, raw: Any) -> Any:
        """A valid value of whatever the browser sent."""
        try:
            return self.read(raw if isinstance(raw, str) else self.text(raw))
        except (ValueError, TypeError, ArithmeticError):  # Unreadable, or nothing that could be written as text
            return self.default

    def put(self, value: Any) -> None:
        """Set a control that is never drawn: the link alone holds it."""
        if value == self.default:
            if self.key in st.query_params:
                del st.query_params[self.key]
        elif st.query_params.get(self.key) != self.text(value):
            st.query_params[self.key] = self.text(value)

    def move_to(self, value: Any, allowed: str) -> None:
        """Put the control, before it is drawn, at a value that fits what the page has found out only now.

        Where a link asked for another value it is said, and the page starts over with the link mended: a widget that
        has not been drawn yet can only be bound to what the address says when a run begins.
        """
        if held(self.key) is not None:
            return
        if self.key in st.session_state:
            self.set(value)
        elif self.key in st.query_params:
            text = self.text(value)
            said = link_says(self.key, first_given(self.key, st.query_params[self.key]))
            add_note(self.key, f"{said}. Allowed here: {allowed}. The nearest is used: {text}.")
            st.query_params[self.key] = text
            st.rerun()

    def _bound(self) -> dict[str, Any]:
        return {"key": self.key, "bind": "query-params", "help": self.help}


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
class Choice(Control):
    """One of a few options. Options are the ids that the link stores and the page shows: short, plain, stable.

    Example:
        MASK = ui.Choice("mask", "Mask", ("bidirectional", "causal"), default="causal")
    """

    key: str
    label: str
    options: tuple[str, ...]
    default: str

    @property
    def allowed(self) -> str:
        return "one of " + ", ".join(self.options)

    def read(self, text: str) -> str:
        return parse.choice(text, self.options)

    def samples(self) -> tuple[str, ...]:
        return self.options

    @unless_hidden
    def draw(self) -> str:
        if len(self.options) <= 5:
            chosen = st.segmented_control(
                self.label, self.options, default=self.default, required=True, wrap=True, **self._bound()
            )
        else:
            chosen = st.selectbox(self.label, self.options, self.options.index(self.default), **self._bound())
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
