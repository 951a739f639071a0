"""Anybody's words as plain lines: for a comment, or for a block that is shown as it stands."""

import re
import textwrap
import unicodedata

_WIDTH = 96  # letters in a line
_UNSEEN = {"Cc", "Cs", "Zl", "Zp"}  # control characters, halves of characters, line and paragraph separators
_TURNS = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}  # what turns the direction of writing
_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>$#|~&])")


def lines_of(text: str) -> list[str]:
    """The text in lines that end where Python and markdown think they end: what breaks lines unseen, or turns the
    direction of what follows, is written as its escape.

    Example:
        >>> lines_of("one\\ntwo\\u2028three")
        ['one', 'two\\\\u2028three']
    """
    return [part for line in text.split("\n") for part in _wrapped(line_of(line))]


def line_of(text: str) -> str:
    """The text in one line, however long.

    Example:
        >>> line_of("a\\nb")
        'a\\\\nb'
    """
    return "".join(map(_seen, text))


def _wrapped(line: str) -> list[str]:
    return textwrap.wrap(line, _WIDTH, break_long_words=False, break_on_hyphens=False) or [""]


def _seen(char: str) -> str:
    hidden = unicodedata.category(char) in _UNSEEN or unicodedata.bidirectional(char) in _TURNS
    return char.encode("unicode_escape").decode("ascii") if hidden else char


def literal(text: str) -> str:
    """A sentence of ours so that markdown takes none of its characters for a mark.

    Example:
        >>> literal("a map of Δ_ij")
        'a map of Δ\\\\_ij'
    """
    return _MARKDOWN.sub(r"\\\1", text)


def fenced(lines: list[str], language: str = "text") -> str:
    """Lines as a block of markdown in which nothing is a mark: its fence is longer than any run of ticks in it.

    Example:
        >>> fenced(["a", "```"])
        '````text\\na\\n```\\n````'
    """
    text = "\n".join(lines)
    fence = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", text)), default=0))
    return f"{fence}{language}\n{text}\n{fence}"
