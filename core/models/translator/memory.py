"""The feed-forward networks as key-value memories (Geva et al. 2021): what makes a unit fire, and what it then adds.

out = Σ_u h_u · W2[u] + b2 with h = max(0, x W1 + b1). A unit's column of W1 is its key: it fires for the states that
fit it. Its row of W2 is its value: the direction it adds, which is read here by the output table, value · Eᵀ.

Letters: N sampled tokens, F d_ff, D d_model, V vocabulary.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch

from core.decoding import largest
from core.models.translator.loader import Translation, Translator
from core.models.translator.vocabulary import BOS, EOS, SPECIAL
from core.transformer import to_cpu

STACKS = ("encoder", "decoder")


@dataclass(frozen=True)
class MemorySample:
    """How strongly every unit fired for every token of a sample of sentence pairs."""

    tokens: dict[str, list[str]]  # stack -> N labels
    contexts: dict[str, list[str]]  # stack -> N sentences
    hidden: dict[tuple[str, int], np.ndarray]  # (stack, layer from 0) -> [N, F]

    def strongest(self, stack: str, layer: int, unit: int, n: int = 8) -> list[tuple[str, str, float]]:
        """The tokens for which the unit fired most: (label, sentence, activation), those above zero only."""
        column = self.hidden[stack, layer][:, unit]
        best = largest(torch.from_numpy(column), n).tolist()
        return [(self.tokens[stack][i], self.contexts[stack][i], float(column[i])) for i in best if column[i] > 0]

    def firing(self, stack: str, layer: int, unit: int) -> float:
        """The share of the tokens for which the unit fired."""
        return float((self.hidden[stack, layer][:, unit] > 0).mean())

    def dead(self, stack: str, layer: int) -> int:
        """Units that fired for no token of the sample. One token is enough not to be dead."""
        return int((~(self.hidden[stack, layer] > 0).any(axis=0)).sum())

    def zeros(self, stack: str, layer: int) -> float:
        """The share of exact zeros among all activations."""
        return float((self.hidden[stack, layer] == 0).mean())


def sample_memory(translator: Translator, pairs: Sequence[tuple[str, str]]) -> MemorySample:
    """Run the translator over pairs (English, German), the German given, and keep what its units did."""
    tokens, contexts = {stack: [] for stack in STACKS}, {stack: [] for stack in STACKS}
    hidden: dict[tuple[str, int], list[np.ndarray]] = {}
    for english, german in pairs:
        source, target = translator.vocabulary.source(english), [BOS, *translator.vocabulary.ids(german), EOS]
        trace = translator.trace(Translation(tuple(source), tuple(target), german, True))
        for stack, ids, text in (("encoder", source, english), ("decoder", target[:-1], german)):
            tokens[stack] += translator.tokens(ids)
            contexts[stack] += [text] * len(ids)
            for layer, record in enumerate(getattr(trace, stack)):
                hidden.setdefault((stack, layer), []).append(record.feed_forward.hidden[0].numpy())
    return MemorySample(tokens, contexts, {place: np.concatenate(rows) for place, rows in hidden.items()})


def strongest_units(hidden, n: int = 10) -> list[tuple[int, float]]:
    """The units with the largest activations for one token, hidden [F]: (unit, activation); of equals, the first."""
    values = torch.as_tensor(hidden)
    return [(unit, float(values[unit])) for unit in largest(values, n).tolist()]


def promoted(translator: Translator, stack: str, layer: int, unit: int, n: int = 8) -> list[tuple[str, float]]:
    """The tokens that a unit's value vector points to most: (label, value · row of the output table). No special ones.

    It is what the unit adds to the logits if nothing came after it: near the truth in the last decoder layer, where
    only a norm follows, and a hint elsewhere. Raises ValueError for a unit that does not exist.
    """
    layers = getattr(translator.model, stack).layers
    matrix = to_cpu(layers[layer].feed_forward.fc2.weight)  # [D, F]
    if not 0 <= unit < matrix.shape[1]:
        raise ValueError(f"unit {unit} does not exist; allowed: 0 … {matrix.shape[1] - 1}")
    scores = to_cpu(translator.model.output.weight) @ matrix[:, unit]  # [V]
    scores[list(SPECIAL)] = -torch.inf
    best = largest(scores, n).tolist()
    return [(label, float(scores[i])) for label, i in zip(translator.tokens(best), best, strict=True)]
