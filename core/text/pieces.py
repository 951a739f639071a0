"""Tokens as a reader can see them: where they lie in the text, and their bytes when they are not whole characters."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

_VISIBLE = str.maketrans({" ": "·", "\t": "→", "\n": "↵", "\r": "␍"})


@dataclass(frozen=True)
class TokenPiece:
    """One token of a text. Joining the `bytes` of all pieces gives the text's UTF-8.

    `start` and `end` bound the characters that the token touches, `text[start:end]`; two tokens that share a character
    both name it, and no span reaches beyond the text.
    """

    id: int
    bytes: bytes
    start: int
    end: int
    text: str | None  # None when the bytes are not whole characters

    @property
    def hex(self) -> str:
        """The bytes as hexadecimal pairs: "f0 9f"."""
        return self.bytes.hex(" ")

    @property
    def label(self) -> str:
        """What to print: the characters with visible white space, or the bytes when they are not whole characters."""
        return self.hex if self.text is None else visible(self.text)


def token_label(token: bytes) -> str:
    """What to print for a token: its characters with visible white space, or its bytes where those are not whole.

    Example:
        >>> token_label(b" the"), token_label("é".encode()[:1])
        ('·the', 'c3')
    """
    try:
        return visible(token.decode())
    except UnicodeDecodeError:
        return token.hex(" ")


def visible(text: str) -> str:
    """Draw space, tab, line feed and carriage return as · → ↵ ␍.

    Example:
        >>> visible("a b\\n")
        'a·b↵'
    """
    return text.translate(_VISIBLE)


def locate(text: str, ids: Sequence[int], tokens: Sequence[bytes]) -> list[TokenPiece]:
    """Give each token the characters it touches. `b"".join(tokens)` must be the UTF-8 of `text`."""
    owner = [index for index, character in enumerate(text) for _ in character.encode()]  # byte -> character
    ends = accumulate(map(len, tokens))
    pieces = []
    for token_id, token, stop in zip(ids, tokens, ends, strict=True):
        start, end = owner[stop - len(token)], owner[stop - 1] + 1
        whole = text[start:end] if text[start:end].encode() == token else None
        pieces.append(TokenPiece(token_id, token, start, end, whole))
    return pieces
