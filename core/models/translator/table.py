"""The translator's own table of token vectors: English and German tokens in one space, learned from translating alone.

Letters: V vocabulary, D d_model.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch

from core.decoding import largest
from core.models.translator.loader import Translator
from core.models.translator.vocabulary import SPECIAL
from core.text import AllPairs, all_pairs
from core.transformer import to_cpu


@dataclass(frozen=True)
class TokenNeighbour:
    label: str  # with its space visible
    id: int
    cosine: float


def word_tokens(translator: Translator, word: str) -> list[int]:
    """The ids of a word inside a sentence, so with a space before it. Raises ValueError for no word.

    The first of several ids is the beginning of the word.
    """
    if not word.strip():
        raise ValueError("There is no word to look up.")
    return translator.vocabulary.ids(f" {word.strip()}")


def nearest_tokens(translator: Translator, token_id: int, n: int = 10) -> list[TokenNeighbour]:
    """The `n` tokens whose rows of the table have the largest cosine with that of `token_id`; itself left out.

    Special tokens are left out too. Raises ValueError for an id that is no token.
    """
    units = _units(translator)  # [V, D]
    if not len(SPECIAL) <= token_id < len(units):
        raise ValueError(f"token id {token_id} is outside {len(SPECIAL)} … {len(units) - 1}")
    cosines = units @ units[token_id]
    cosines[[*SPECIAL, token_id]] = -2
    best = largest(torch.from_numpy(cosines), n).tolist()
    labels = translator.tokens(best)
    return [TokenNeighbour(label, i, float(cosines[i])) for label, i in zip(labels, best, strict=True)]


def token_cosine(translator: Translator, one: int, other: int) -> float:
    """The cosine of two rows of the table."""
    units = _units(translator)
    return float(np.clip(units[one] @ units[other], -1, 1))


def token_pairs(translator: Translator) -> AllPairs:
    """The cosines of all pairs of tokens, the special ones left out."""
    return all_pairs(rows_of(translator)[len(SPECIAL) :])


def rows_of(translator: Translator) -> np.ndarray:
    """The table as it was learned, in float64.  -> [V, D]"""
    return to_cpu(translator.model.source_embedding.tokens.weight).double().numpy()


def _units(translator: Translator) -> np.ndarray:
    """Every row at length 1.  -> [V, D]"""
    table = rows_of(translator)
    return table / np.linalg.norm(table, axis=1, keepdims=True).clip(1e-12)


def neighbour_table(near: Sequence[TokenNeighbour]) -> dict[str, list]:
    """The neighbours as columns."""
    return {
        "token": [one.label for one in near],
        "id": [one.id for one in near],
        "cosine": [one.cosine for one in near],
    }
