"""A control that holds an English sentence, with what the translator makes of it."""

from dataclasses import dataclass
from typing import Any

import streamlit as st

import core
from core.ui.models import model
from core.ui.text_controls import Text


@dataclass(frozen=True)
class Sentence(Text):
    """A sentence for the translator. Where it cannot use the reader's, the default stands in.

    tokens  so many the page can draw, the end of the sentence not counted

    Example:
        SENTENCE = ui.Sentence("kv_text", "An English sentence", default="I am here.", most=160, tokens=24)
        said = SENTENCE.draw_translated()  # elsewhere on the page: SENTENCE.translated()
        st.text(said.translation.text)
    """

    tokens: int = 62

    def draw_translated(self, *, german: bool = False) -> Any:
        """Draw the box, and what `translated` gives; german: write the translation below it."""
        self.draw()
        said = self.translated(say=True)
        if german:
            st.text(f"The translator's German: {said.translation.text or '(nothing)'}")
        return said

    def translated(self, *, say: bool = False, lesions: tuple = ()) -> Any:
        """The greedy translation and its trace, as a `core.models.translator.TracedTranslation`, kept for a while.

        say      write why the reader's sentence cannot be used, where it cannot
        lesions  parts of the model that are cut out of both
        """
        problem = self._problem()
        if problem and say:
            st.text(f"{problem} Used here: “{self.default}”")
        return _translated(self.default if problem else self.value, lesions)

    def _problem(self) -> str | None:
        """Why the sentence cannot be translated here."""
        try:
            tokens = len(model("translator").source_ids(self.value)) - 1
        except ValueError as problem:
            return str(problem)
        if tokens > self.tokens:
            return f"The text has {tokens} tokens; this page draws at most {self.tokens}."
        return None


@st.cache_resource(max_entries=64, show_spinner=False)
def _translated(text: str, lesions: tuple) -> Any:
    return core.models.translator.traced_translation(model("translator"), text, lesions=lesions)
