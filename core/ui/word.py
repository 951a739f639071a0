"""A control that holds an English word of which there is a vector."""

from collections.abc import Iterable
from dataclasses import dataclass

import streamlit as st

import core
from core.ui.text_controls import Text


@dataclass(frozen=True)
class Word(Text):
    """A word among those with a vector. Where there is none for the reader's, the default stands in.

    Example:
        WORD = ui.Word("word_a", "Word A", default="cat", most=30)
        word = WORD.draw_known()  # elsewhere on the page: WORD.known()
    """

    def draw_known(self) -> str:
        """Draw the box, and say where the reader's word has no vector."""
        if not known_words([self.draw()]):
            st.text(f"Used here: “{self.default}”.")
        return self.known().strip().lower()

    def known(self) -> str:
        """The reader's word as it was written, or the default."""
        return self.value if self.value in core.text.WordVectors.load() else self.default


def known_words(words: Iterable[str]) -> list[str]:
    """Those of the words that have a vector; a sentence for each that has none."""
    return [word for word in words if _known(word)]


def _known(word: str) -> bool:
    try:
        return core.text.WordVectors.load()[word] is not None
    except core.text.UnknownWord as problem:
        st.text(str(problem))
        return False
