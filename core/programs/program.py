"""A short Python program that gives what a page shows, at any settings."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from string import Template
from typing import Any

import core


@dataclass(frozen=True)
class Program:
    """A program for the reader.

    text     Python, in which `$name` stands for the Python literal of a value; its last line sets `result`
    sources  functions of `core`, by their full names, whose source belongs to it
    name     tells it from the others of its page

    Example:
        >>> Program("from core.decoding import largest\\n\\nresult = largest($values, 1)").at(values=[1, 3])
        'from core.decoding import largest\\n\\nresult = largest([1, 3], 1)'
    """

    text: str
    sources: tuple[str, ...] = ()
    name: str = "snippet"

    def at(self, **values: Any) -> str:
        """The program at these settings."""
        return Template(self.text.strip()).substitute({name: repr(value) for name, value in values.items()})

    def functions(self) -> list[Callable]:
        """The functions that `sources` name: looked up only here, since to import them takes a while."""
        return [reduce(getattr, source.split(".")[1:], core) for source in self.sources]
