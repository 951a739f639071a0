"""Half characters: the one thing that a Python string can hold and UTF-8 cannot write.

Characters beyond U+FFFF are two surrogates in UTF-16, and a program that cuts between them leaves a lone one behind.
"""

import re

_SURROGATE = re.compile("[\ud800-\udfff]")


def replace_surrogates(text: str) -> str:
    """The text with U+FFFD, the sign for what cannot be read, in the place of each surrogate. Places stay the same.

    The rule of this project wherever text comes in: text without surrogates is left as it is.

    Example:
        >>> replace_surrogates("a\\ud83d b") == "a\\ufffd b", replace_surrogates("a 👍 b")
        (True, 'a 👍 b')
    """
    try:
        text.encode()  # at least five times as quick as looking for them
    except UnicodeEncodeError:
        return _SURROGATE.sub("\ufffd", text)
    return text
