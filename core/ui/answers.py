"""Reading a number that a reader typed into an answer box: in any spelling that the app itself prints."""

import re

from core.ui import parse
from core.ui.parse import Unreadable

PLAIN = "Write the answer as a plain decimal number such as 12 or 0.75."
COMMA = "A comma parts thousands here, as in 2,048. Write decimals with a point: a plain decimal number such as 0.75."
_GROUPED = re.compile(r"-?[1-9][0-9]{0,2}(?:(?:,[0-9]{3})+|(?: [0-9]{3})+)(?:\.[0-9]+)?")
_DECIMAL_COMMA = re.compile(r"-?[0-9. ]*,[0-9]+")
_INVISIBLE = re.compile("[\u200b-\u200f\u2060\ufeff]")
_MINUS = re.compile("[\u2010-\u2013\u2212]")  # hyphens, the figure and the en dash, and the minus of formulas
_ALSO = {"%": ("percent",), "degrees": ("°", "\u2218")}  # the ring is what one copies from a formula


def read_answer(given: str, unit: str = "") -> float:
    """The number in an answer, with or without its unit. Raises Unreadable with a sentence for the reader.

    Thousands may be parted by commas or by spaces of any width, and the minus may be a dash.

    Example:
        >>> read_answer("4,194.3 thousand", "thousand"), read_answer("−0.65"), read_answer("75.6 %", "%")
        (4194.3, -0.65, 75.6)
    """
    text = _MINUS.sub("-", " ".join(_INVISIBLE.sub("", given).split()))
    text = re.sub("^- ", "-", _without_unit(text, unit))
    if _GROUPED.fullmatch(text):
        text = re.sub("[ ,]", "", text)
    try:
        return float(parse.number(text))
    except Unreadable:
        raise Unreadable(COMMA if _DECIMAL_COMMA.fullmatch(text) else PLAIN) from None


def _without_unit(text: str, unit: str) -> str:
    """The text without the unit at its end, in any case, singular or plural."""
    for spelling in filter(None, (unit, unit.removesuffix("s"), *_ALSO.get(unit, ()))):
        if text.casefold().endswith(spelling.casefold()):
            return text[: -len(spelling)].rstrip()
    return text
