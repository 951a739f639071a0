"""Tokens as columns of tables, and the candidates of one merge in words."""

from collections.abc import Sequence

from core.text.bpe import BPETokenizer
from core.text.bpe_train import MergeStep, Pair
from core.text.pieces import TokenPiece, token_label


def token_table(pieces: Sequence[TokenPiece], ids: Sequence[int] | None = None) -> dict[str, list]:
    """What each token is called, its id and its bytes; `ids` where a vocabulary has others than its tokenizer."""
    return {
        "token": [piece.label for piece in pieces],
        "id": [piece.id for piece in pieces] if ids is None else list(ids),
        "bytes": [piece.hex for piece in pieces],
    }


def token_places(pieces: Sequence[TokenPiece]) -> dict[str, list[int]]:
    """Where each token begins in its text, and where it ends."""
    return {"from": [piece.start for piece in pieces], "to": [piece.end for piece in pieces]}


def candidate_table(merges: Sequence[Pair], step: MergeStep) -> dict[str, list]:
    """The winner of a merge and its runners-up: the parts of each pair, their ids, and where they stand side by side.

    merges  all merges up to this one

    Example:
        >>> from core.text import train_bpe
        >>> (step,) = train_bpe("abab", 1)
        >>> candidate_table([step.pair], step)["pair"]
        ['a + b', 'b + a']
    """
    tokenizer = BPETokenizer(list(merges))
    found = [(step.pair, step.count), *step.runners_up]
    labels = [[token_label(tokenizer.token_bytes(part)) for part in pair] for pair, _ in found]
    return {
        "pair": [f"{left} + {right}" for left, right in labels],
        "ids": [str(pair) for pair, _ in found],
        "count": [count for _, count in found],
    }


def tie_in_words(step: MergeStep) -> str:
    """Whether other pairs were as frequent as the winner, and what decided."""
    if step.tied == 1:
        return "No other pair is as frequent."
    return f"{step.tied} pairs are equally frequent, and this one has the smallest ids: {step.pair}."
