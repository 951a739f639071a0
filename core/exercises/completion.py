"""A short code for the solved exercises of a page: what was solved, and a checksum of it with the name typed.

It is a convenience and not an exam. The rule stands here for everybody to read, so whoever can run it can make a code
for exercises that he has not solved. What it finds is a slip of the pen, and a code that was made for another name.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from unicodedata import normalize

from core.exercises.draw import LAST

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # no I, L, O and U, which are misread: base 32 after Crockford
LENGTH = 6  # of the checksum: one code in 2³⁰ fits by chance
_MISREAD = str.maketrans("ILO", "110")
_CODE = re.compile(r"([a-z][a-z_]*)((?:\.[1-9]-[1-9][0-9]?)+)\.([0-9A-Z]{6})")


@dataclass(frozen=True)
class Completion:
    """What a code says: a page, its solved exercises with the number of each question; and whether it fits the name."""

    page: str
    solved: Mapping[int, int]
    fits: bool


def code(page: str, solved: Mapping[int, int], name: str) -> str:
    """The code for what was solved on a page: exercise -> number of the question.

    Raises ValueError for nothing solved, an exercise or a number that there is not, or a name without a letter.

    Example:
        >>> code("attention", {1: 17, 2: 4}, "Ada Lovelace")
        'attention.1-17.2-4.2CBJ5Y'
    """
    if not solved or not all(1 <= at <= 9 and 1 <= number <= LAST for at, number in solved.items()):
        raise ValueError(f"solved={dict(solved)} must name at least one exercise 1 … 9, with a number 1 … {LAST}")
    said = ".".join([page, *(f"{at}-{number}" for at, number in sorted(solved.items()))])
    return f"{said}.{_checksum(said, plain_name(name))}"


def check(given: str, name: str) -> Completion:
    """What a code says, and whether it was made for this name. Case and spaces do not matter, in neither.

    Raises ValueError for what is no code at all.

    Example:
        >>> check("Attention.1-17.2-4.2cbj5y", "ada  lovelace")
        Completion(page='attention', solved={1: 17, 2: 4}, fits=True)
        >>> check("attention.1-17.2-5.2CBJ5Y", "Ada Lovelace").fits
        False
    """
    said, _, letters = "".join(given.split()).rpartition(".")
    found = _CODE.fullmatch(f"{said.lower()}.{letters.upper()}")
    if not found:
        raise ValueError("a code looks like attention.1-17.2-4.2CBJ5Y")
    page, pairs, letters = found.groups()
    solved = {int(at): int(number) for at, number in (pair.split("-") for pair in pairs[1:].split("."))}
    return Completion(page, solved, letters.translate(_MISREAD) == code(page, solved, name)[-LENGTH:])


def plain_name(name: str) -> str:
    """A name as it counts: case, spaces and ways to write an accent make no difference. ValueError without a letter.

    Example:
        >>> plain_name("  Zoë  MÜLLER ") == plain_name("Zoe\u0308 müller")
        True
    """
    plain = " ".join(normalize("NFKC", normalize("NFKC", name).casefold()).split())
    if not any(letter.isalpha() for letter in plain):
        raise ValueError("a name has at least one letter")
    return plain


def _checksum(said: str, name: str) -> str:
    """The first 30 bits of SHA-256, five to a letter."""
    bits = int.from_bytes(sha256(f"{said}\n{name}".encode()).digest()[:4]) >> 2
    return "".join(LETTERS[bits >> shift & 31] for shift in range(5 * (LENGTH - 1), -1, -5))
