"""The pronoun of many sentences: of the same one with other endings, and of all the cases that ship."""

from collections.abc import Iterable, Sequence

from core.models.minilm.cases import CASES
from core.models.minilm.census import score_heads
from core.models.minilm.coreference import Score, read_head
from core.models.minilm.model import MiniLM, MiniLMTrace


def score_on_cases(model: MiniLM) -> dict[tuple[int, int], Score]:
    """(layer, head) -> how it did on all of CASES."""
    return score_heads(model, CASES)


def weights_over(
    traces: Iterable[MiniLMTrace], pronoun: str, candidates: Sequence[str], layer: int, head: int
) -> list[tuple[float, ...]]:
    """What one head gives to each candidate, one after another, in each of these texts. Raises as `read_head`."""
    readings = [read_head(trace, pronoun, candidates, layer, head) for trace in traces]
    return list(zip(*(reading.weights for reading in readings), strict=True))
