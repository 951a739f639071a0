"""Tables: the page's own columns beside those that readers' words name, and the file for a spreadsheet program."""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

# What a spreadsheet program takes for the beginning of a formula, unless it is that of a plain number.
_FORMULA = re.compile(r"[=+\-@\t\r\n]")
_NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?(e[+-]?[0-9]+)?")
_LARGE = 5_000  # cells; each that is written by us costs the server some microseconds and the browser a text


def with_words(own: Mapping[str, Sequence], words: Iterable[str], columns: Iterable[Sequence]) -> dict[str, Sequence]:
    """The page's own columns, then one for each of the reader's words, each under a name that no other has.

    Example:
        >>> with_words({"length": [0, 1]}, ["cat", "length"], [[3, 4], [5, 6]])
        {'length': [0, 1], 'cat': [3, 4], 'length (1)': [5, 6]}
    """
    from core.charts import unique

    return dict(own) | dict(zip(unique(words, taken=own), columns, strict=True))


def as_frame(data: Mapping[str, Sequence[Any]] | Any) -> Any:
    """A DataFrame of the data. pandas is imported here, so that a page's text need not wait for it."""
    import pandas

    return data if isinstance(data, pandas.DataFrame) else pandas.DataFrame(data)


def typeset(frame: Any) -> Any:
    """The table as it is shown, with minus signs before negative numbers; as it is, where it has none or is large.

    Numbers stay numbers, so that a click on a column sorts it.
    """
    numbers = [name for name in frame.columns if frame[name].dtype.kind in "if"]
    if frame.size > _LARGE or not (frame[numbers] < 0).any(axis=None):
        return frame
    return frame.style.format(_signed, subset=numbers, na_rep="None")  # whatever is left out would get six decimals


def _signed(value: float) -> str:
    """A number as Streamlit's tables write it: four decimals at most, more where it would be 0; with a minus sign.

    Example:
        >>> _signed(-1.5), _signed(-3e-7), _signed(-2), _signed(float("-inf"))
        ('−1.5', '−0.0000003', '−2', '−∞')
    """
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    digits = 4 if value == 0 or abs(value) >= 1e-4 else -math.floor(math.log10(abs(value)))
    text = f"{value:.{digits}f}"
    return (text.rstrip("0").rstrip(".") if "." in text else text).replace("-", "−")


def as_csv(frame: Any) -> bytes:
    """A DataFrame as a file that a spreadsheet program opens as it is: UTF-8 that says so, and no formulas.

    A text that would be taken for a formula gets an apostrophe before it, which such a program reads as "this is text".
    """
    texts = frame.map(lambda cell: as_text(cell) if isinstance(cell, str) else cell)
    texts.columns = [as_text(str(name)) for name in frame.columns]
    return texts.to_csv(index=False, lineterminator="\r\n").encode("utf-8-sig")


def as_text(cell: str) -> str:
    """A text so that it stays one in a spreadsheet program.

    Example:
        >>> as_text("=1+1"), as_text("-0.5"), as_text("über")
        ("'=1+1", '-0.5', 'über')
    """
    return f"'{cell}" if _FORMULA.match(cell) and not _NUMBER.fullmatch(cell) else cell
