"""The trained models for the questions that ask about them: read once, and one object for all."""

from functools import cache

from core.models import load
from core.models.translator import Translation, Translator


@cache
def translator() -> Translator:
    """The translator. Raises core.models.Unavailable where it cannot be had."""
    return load("translator")


@cache
def translated(text: str) -> Translation:
    """Its greedy translation of a sentence."""
    return translator().translate(text)


# Sentences to ask about: plain ones, as the translator has learned.
_BEGINNINGS = """
I bought a new car / She wants to read a book / We went to school / He lost his key / They are playing in the garden
Tom gave me a present / My father is working here / The dog ran away
"""
_ENDS = (".", " today.", " yesterday.", " with my friend.", " in the morning.", ", I think.")
SENTENCES = tuple(start.strip() + end for start in _BEGINNINGS.strip().replace("\n", " / ").split("/") for end in _ENDS)
