"""The same word in two sentences: how alike its vectors are after each layer.

Letters: L layers, D d_model.
"""

from collections.abc import Sequence

import torch

from core.models.minilm.model import MiniLM, MiniLMTrace
from core.text import cosine


def word_cosine(model: MiniLM, one: str, other: str, word: str) -> float:
    """Cosine of the last hidden states of `word` in two sentences, averaged over its word pieces.

    Raises ValueError when a sentence lacks the word, and as `MiniLM.trace`.
    """
    return cosine_by_layer(model, one, other, word)[-1]


def cosine_by_layer(model: MiniLM, one: str, other: str, word: str) -> tuple[float, ...]:
    """The cosine after 0 … L layers. The first is that of the embeddings, which differ by the position alone."""
    traces = model.trace(one), model.trace(other)
    layers = range(model.config.n_layers + 1)
    return tuple(cosine(*(_word_state(trace, word, layer).numpy() for trace in traces)) for layer in layers)


def _word_state(trace: MiniLMTrace, word: str, layer: int) -> torch.Tensor:  # -> [D]
    return trace.states(layer)[trace.positions_of(word)].mean(0)


def sense_cosines(model: MiniLM, sentences: Sequence[str], word: str) -> list[list[list[float]]]:
    """The cosines of `word` between all the sentences, after 0 … L layers.  -> [L + 1, sentences, sentences]

    Raises ValueError when a sentence lacks the word, and as `MiniLM.trace`.
    """
    traces = [model.trace(sentence) for sentence in sentences]
    layers = range(model.config.n_layers + 1)
    states = [[_word_state(trace, word, layer).numpy() for trace in traces] for layer in layers]
    return [[[cosine(one, other) for other in row] for one in row] for row in states]
