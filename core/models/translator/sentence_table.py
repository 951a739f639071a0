"""The tokens of a sentence in the translator's table, before any layer: how alike their rows are.

Letters: T tokens, D d_model.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from core.models.translator.loader import Translator
from core.models.translator.table import rows_of
from core.say import number


@dataclass(frozen=True)
class SentenceRows:
    """The rows of some tokens: the cosine of each with each, [T, T], their lengths, and the factor √D that follows."""

    cosines: np.ndarray
    lengths: list[float]
    scale: float

    def in_words(self, tokens: Sequence[str]) -> str:
        """The two different tokens that are most alike; and how long the rows are."""
        pairs = [(i, j) for i, j in combinations(range(len(tokens)), 2) if tokens[i] != tokens[j]]
        lengths = (
            f"The rows are {number(min(self.lengths))} to {number(max(self.lengths))} long; the model takes them times "
            f"√d_model = {number(self.scale)}."
        )
        if not pairs:
            return lengths
        i, j = max(pairs, key=lambda pair: self.cosines[pair])
        return f"Most alike are “{tokens[i]}” and “{tokens[j]}”, cosine {number(float(self.cosines[i, j]))}. {lengths}"

    def formula(self) -> tuple[str, str]:
        """What goes on from the table, and how long that is for the first token."""
        scale, length = self.scale, self.lengths[0]
        return (
            r"x = \sqrt{d_{model}} \cdot E[\mathrm{id}]",
            rf"\lVert x_0 \rVert = {number(scale, 3)} \cdot {number(length, 3)} = {number(scale * length, 3)}",
        )


def sentence_rows(translator: Translator, ids: Sequence[int]) -> SentenceRows:
    """The rows of these tokens in the table, compared with each other."""
    rows = rows_of(translator)[list(ids)]  # [T, D]
    lengths = np.linalg.norm(rows, axis=1)
    units = rows / lengths[:, None].clip(1e-12)
    return SentenceRows((units @ units.T).clip(-1, 1), lengths.tolist(), rows.shape[1] ** 0.5)
