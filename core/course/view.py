"""A page at a state: what a link opens, and what the page says there."""

from collections.abc import Mapping
from dataclasses import dataclass, field

# Pages whose exercises do not begin with their own name in a link.
_SHORT = {"kv_cache": "kv", "causal_mask": "causal"}


@dataclass(frozen=True)
class View:
    """A page at a state.

    stem    the page; "" is the first
    query   key of a control -> its value as a link writes it; the order is that of the page
    shows   words that the page says at this state, to the letter; a test opens every view and looks for them
    anchor  where on the page the link opens
    """

    stem: str
    query: Mapping[str, str] = field(default_factory=dict)
    shows: str = ""
    anchor: str = ""


def exercise(stem: str, at: int = 1, number: int = 1) -> View:
    """A page at one of its exercises, 1 to 3, with the numbers of a question, 1 to 99. What is 1 stands in no link.

    Example:
        >>> exercise("flops", 3)
        View(stem='flops', query={'flops_question_number': '3'}, shows='', anchor='exercise')
    """
    key = f"{_SHORT.get(stem, stem)}_question"
    query = {f"{key}_number": at, key: number}
    return View(stem, {name: str(value) for name, value in query.items() if value != 1}, anchor="exercise")
