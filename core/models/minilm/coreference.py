"""Which noun a pronoun looks at, head by head. Layers and heads count from 0 here, as everywhere in `core`.

The attention of a pronoun to a noun is the weight from the pronoun's row to the noun's columns: summed over the noun's
word pieces, averaged over the pronoun's. It is a weight, not a proof that the head resolves anything.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

import torch

from core.models.minilm.cases import PronounCase
from core.models.minilm.model import MiniLM, MiniLMTrace
from core.transformer import Lesion


@dataclass(frozen=True)
class HeadReading:
    """How much one head's pronoun row gives to each candidate noun."""

    layer: int
    head: int
    weights: tuple[float, ...]  # one a candidate, in their order

    @property
    def margin(self) -> float:
        """The first candidate's weight less the largest of the others: above 0 when the head prefers the first."""
        return self.weights[0] - max(self.weights[1:])

    @property
    def preferred(self) -> int:
        """Index of the candidate with the largest weight; the first of equals."""
        return max(range(len(self.weights)), key=self.weights.__getitem__)


@dataclass(frozen=True)
class Score:
    """How one head did on a set of cases."""

    layer: int
    head: int
    right: int
    of: int
    readings: tuple[tuple[PronounCase, HeadReading], ...]


def rank_heads(
    model: MiniLM, sentence: str, pronoun: str, candidates: Sequence[str], *, lesions: Collection[Lesion] = ()
) -> list[HeadReading]:
    """All heads, by `margin`, the largest first: those that prefer the first candidate, then those that prefer another.

    Raises ValueError for fewer than two candidates, a word that is not in the sentence, and as `MiniLM.trace`.
    """
    trace = model.trace(sentence, lesions=lesions)
    weights = _pronoun_weights(trace, pronoun, candidates).tolist()
    readings = [HeadReading(i, j, tuple(head)) for i, layer in enumerate(weights) for j, head in enumerate(layer)]
    return sorted(readings, key=lambda reading: (-reading.margin, reading.layer, reading.head))


def read_head(trace: MiniLMTrace, pronoun: str, candidates: Sequence[str], layer: int, head: int) -> HeadReading:
    """One head's reading of a text that was traced already. Raises as `rank_heads`."""
    return HeadReading(layer, head, tuple(_pronoun_weights(trace, pronoun, candidates)[layer, head].tolist()))


def ending_shift(
    model: MiniLM, template: str, endings: Iterable[str], pronoun: str, candidates: Sequence[str], layer: int, head: int
) -> dict[str, HeadReading]:
    """One head's reading of `template` with each ending in the place of "{}": a shift by degrees, not a switch."""
    return {
        ending: read_head(model.trace(template.replace("{}", ending)), pronoun, candidates, layer, head)
        for ending in endings
    }


def score_cases(model: MiniLM, cases: Iterable[PronounCase], layer: int, head: int) -> Score:
    """On how many cases the head gives the most weight to the right noun."""
    readings = tuple(
        (case, read_head(model.trace(case.sentence), case.pronoun, case.candidates, layer, head)) for case in cases
    )
    right = sum(case.candidates[reading.preferred] == case.answer for case, reading in readings)
    return Score(layer, head, right, len(readings), readings)


def _pronoun_weights(trace: MiniLMTrace, pronoun: str, candidates: Sequence[str]) -> torch.Tensor:
    """-> [L, H, candidates]"""
    if len(candidates) < 2:
        raise ValueError("name at least two candidates to choose from")
    rows = trace.weights[:, :, trace.positions_of(pronoun)].mean(2)  # [L, H, T]
    return torch.stack([rows[..., trace.positions_of(noun)].sum(-1) for noun in candidates], -1)
