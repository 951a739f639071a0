"""One learned merge on a text: its tokens before and after, and which of them took part."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.text.bpe import BPETokenizer
from core.text.bpe_train import Pair
from core.text.pieces import TokenPiece


@dataclass(frozen=True)
class OneMerge:
    """A text before and after a merge. The lists name the tokens that were joined, and what they became."""

    before: list[TokenPiece]
    after: list[TokenPiece]
    parts: list[int]  # indices into `before`
    wholes: list[int]  # indices into `after`


def one_merge(text: str, merges: Sequence[Pair], number: int) -> OneMerge:
    """What merge `number` (1 for the first) does to `text`, after all the merges before it.

    Raises ValueError unless 1 ≤ number ≤ len(merges).

    Example:
        >>> step = one_merge("abab", [(97, 98)], 1)
        >>> [piece.label for piece in step.after], step.parts, step.wholes
        (['ab', 'ab'], [0, 1, 2, 3], [0, 1])
    """
    if not 1 <= number <= len(merges):
        raise ValueError(f"there are merges 1 … {len(merges)}, not {number}")
    before = BPETokenizer(merges[: number - 1]).pieces(text)
    after = BPETokenizer(merges[:number]).pieces(text)
    new_id = 255 + number
    parts, wholes, at = [], [], 0
    for index, piece in enumerate(after):
        if piece.id == new_id:
            parts += [at, at + 1]
            wholes.append(index)
        at += 2 if piece.id == new_id else 1
    return OneMerge(before, after, parts, wholes)
