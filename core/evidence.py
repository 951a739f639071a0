"""What holds the claims of a page: the tests, what they compare with, and how close it has to be.

The list is written by `python -m tests.evidence` from the tests, each of which names the claims that it holds; a test
keeps it current.
"""

import json
from dataclasses import dataclass
from functools import cache

from core.files import DATA

FILE = DATA / "evidence.json"


@dataclass(frozen=True)
class Evidence:
    """One claim of a page and one test that holds it.

    claim    words of the page's prose, or what its figures show
    said     whether the claim stands in the prose, word for word
    test     the test, as pytest names it
    against  what the test compares with
    within   how close it has to be
    """

    claim: str
    said: bool
    test: str
    against: str
    within: str


@cache
def held_claims(page: str) -> tuple[Evidence, ...]:
    """What holds the claims of a page, those of its prose first; empty for a page that claims nothing.

    Example:
        >>> held_claims("no_such_page")
        ()
    """
    kept = json.loads(FILE.read_text(encoding="utf-8"))
    return tuple(Evidence(**one) for one in kept.get(page, ()))
