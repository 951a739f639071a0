"""How the translator reads a sentence: a reader's as those that it learned from."""

import unicodedata

from core.text import replace_surrogates

MAX_WORDS = 14  # a side, in the pairs that it learned from
_PLAIN = str.maketrans({"’": "'", "‘": "'", "‚": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"',
                        "–": "-", "—": "-", "\xa0": " ", "\u202f": " ", "…": "..."})  # fmt: skip


def normalise(text: str) -> str:
    """NFC, straight quotes, hyphens for dashes, single spaces, U+FFFD for lone surrogates.

    Example:
        >>> normalise("„Ja“ – sagte  er.")
        '"Ja" - sagte er.'
    """
    return " ".join(unicodedata.normalize("NFC", replace_surrogates(text)).translate(_PLAIN).split())
