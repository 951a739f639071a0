"""Cutting text into the chunks inside which BPE may merge: a word with the space before it, digits, signs, white space.

The pattern is GPT-2's (Radford et al. 2019), written for the standard library's `re`, which has no `\\p{L}` or `\\p{N}`:

    GPT-2's class        here                differs for
    \\p{L}  letters       `[^\\W\\d_]`           numbers that are no decimal digits (½ ² Ⅷ 十 is a letter in both): letters here
    \\p{N}  numbers       `\\d`                the same ones; every decimal digit of every script is equal
    \\s     white space   `\\s`                the four separators U+001C … U+001F: white space here, signs there
    all the rest         `[^\\s\\w]` or `_`    –

Combining marks belong to the rest in both, so a decomposed "é" is a letter chunk followed by a chunk of signs.
"""

import re

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

    Example:
        >>> split_chunks("It's  2 cats!")
        ['It', "'s", ' ', ' 2', ' cats', '!']
    """
    return _CHUNK.findall(text)
