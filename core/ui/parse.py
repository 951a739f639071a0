"""Reading values from text that a stranger wrote: the query of a link, or a box on a page. Pure, and strict.

Numbers are plain decimal ASCII (`12`, `-0.5`, `.5`); `1e5`, `1_0`, `inf`, `nan`, `+5` and digits of other scripts are
unreadable. Every function that reads either returns a value or raises `Unreadable` with a sentence for the reader.
"""

import re
from decimal import Decimal

MAX_TEXT = 2000
_NUMBER = re.compile(r"-?(?:[0-9]{1,60}(?:\.[0-9]{0,60})?|\.[0-9]{1,60})")
_TRUE = {"true", "1", "yes", "on"}
_FALSE = {"false", "0", "no", "off"}


class Unreadable(ValueError):
    """The text cannot be read as what is wanted; the message says what is allowed."""


def number(text: str) -> Decimal:
    """Read plain decimal ASCII, exactly.

    Example:
        >>> number("-0.50")
        Decimal('-0.50')
    """
    if not _NUMBER.fullmatch(text):
        raise Unreadable("that is not a plain decimal number")
    return Decimal(text)


def ranged(text: str, low: float, high: float) -> Decimal:
    """Read a number in [low, high].

    Example:
        >>> ranged("7", 0, 5)
        Traceback (most recent call last):
        core.ui.parse.Unreadable: that is out of range
    """
    value = number(text)
    if not decimal(low) <= value <= decimal(high):
        raise Unreadable("that is out of range")
    return value


def snap(value: Decimal, low: float, step: float) -> Decimal:
    """The nearest point of the grid low, low + step, low + 2 step, …; halves go up.

    Example:
        >>> snap(Decimal("0.55"), 0, 0.1)
        Decimal('0.6')
    """
    steps = ((value - decimal(low)) / decimal(step) + Decimal("0.5")) // 1
    return decimal(low) + steps * decimal(step)


def decimal(value: float) -> Decimal:
    """The number as it is written in code: 0.1 is exactly one tenth."""
    return Decimal(str(value))


def switch(text: str) -> bool:
    """Read true/false, 1/0, yes/no, on/off, in any case."""
    word = text.lower()
    if word in _TRUE or word in _FALSE:
        return word in _TRUE
    raise Unreadable("that is neither true nor false")


def choice(text: str, options: tuple[str, ...]) -> str:
    """Find an option without regard to case."""
    for option in options:
        if option.lower() == text.lower():
            return option
    raise Unreadable("there is no such option")


def clean(text: str, *, lines: bool = False, exact: bool = False) -> str:
    """Text without control characters; line ends stay where `lines` allows them, and are spaces elsewhere.

    With `exact` all white space stays as it is, tabs and carriage returns included.

    Example:
        >>> clean("a\\x00b\\nc")
        'ab c'
    """
    if not exact:
        text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ")
        text = text if lines else text.replace("\n", " ")
    kept = "\n\t\r" if exact else "\n"
    return "".join(
        c for c in text if c in kept or not (ord(c) < 32 or 127 <= ord(c) < 160 or 0xD800 <= ord(c) < 0xE000)
    )


def units(text: str) -> int:
    """The length of a text as a browser counts it, and its boxes limit it: in units of UTF-16, two for an emoji.

    Example:
        >>> units("ab😀")
        4
    """
    return len(text.encode("utf-16-le", errors="surrogatepass")) // 2


def cut(text: str, most: int) -> str:
    """The beginning of a text, at most so many units long; a character that would not fit whole is left out.

    Example:
        >>> cut("ab😀", 3)
        'ab'
    """
    return text.encode("utf-16-le", errors="surrogatepass")[: 2 * most].decode("utf-16-le", errors="ignore")


def items(text: str, low: int, high: int) -> list[str]:
    """Split at commas into between `low` and `high` parts, outer spaces dropped, none of them empty."""
    parts = [part.strip(" ") for part in text.split(",")]
    if not low <= len(parts) <= high:
        raise Unreadable(f"that has {len(parts)} parts")
    if not all(parts):
        raise Unreadable("that has an empty part between two commas")
    return parts


def excerpt(text: str, length: int = 40) -> str:
    """The beginning of a stranger's text, for echoing it in a sentence."""
    text = clean(text)
    return text if len(text) <= length else text[: length - 1] + "…"
