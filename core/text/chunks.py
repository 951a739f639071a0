r"""Cutting text into the chunks inside which BPE may merge: a word with the space before it, digits, signs, spaces.

The pattern is GPT-2's (Radford et al. 2019) in the words of the standard library's `re`, which lacks \p{L} and \p{N}:

    GPT-2          here           difference
    \p{L} letter   [^\W\d_]       numbers that are not decimal digits (½, ², Ⅷ) are letters here, numbers there
    \p{N} number   \d             see above
    \s space       \s             the separators U+001C … U+001F are spaces here, signs there
    the rest       [^\s\w] or _  none: combining marks are signs in both, so a decomposed é is two chunks

On text without those characters the chunks are GPT-2's own.
"""

import re

from core.text.surrogates import replace_surrogates

_CHUNK = re.compile(
    r"'(?:[sdmt]|ll|ve|re)"  # the endings of English contractions
    r"| ?[^\W\d_]+"  # letters, with the space before them
    r"| ?\d+"  # digits
    r"| ?(?:[^\s\w]|_)+"  # everything else that can be seen
    r"|\s+(?!\S)"  # white space, but leave the last one to the word that follows
    r"|\s+"
)


def split_chunks(text: str) -> list[str]:
    """Cut `text` so that every character falls into exactly one chunk: `"".join(split_chunks(text)) == text`.

    But for lone surrogates, which are replaced by U+FFFD: whatever is cut here can be written in UTF-8.

    Example:
        >>> split_chunks("It's  2 cats!")
        ['It', "'s", ' ', ' 2', ' cats', '!']
    """
    return _CHUNK.findall(replace_surrogates(text))
