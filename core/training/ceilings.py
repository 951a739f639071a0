"""The best that any model can do at a toy task, by enumeration: what a mask hides cannot be learned.

Letters: T length, A alphabet size.
"""

from dataclasses import dataclass

import torch

from core.decoding import entropy
from core.training.tasks import all_inputs, answer


@dataclass(frozen=True)
class Ceiling:
    """Bounds for an encoder-only model on independent uniform letters."""

    accuracy: float  # best expected share of right letters
    per_position: tuple[float, ...]  # the same, position by position
    cross_entropy: float  # least expected loss, in nats per letter


def bayes_ceiling(task: str, length: int = 4, alphabet: int = 8, causal: bool = True) -> Ceiling:
    """Accuracy and cross-entropy of the Bayes-optimal predictor, exact.

    Under the causal mask, position i knows x_0 … x_i. Its best guess is the most frequent answer among all inputs that
    share this prefix, and its least loss the entropy of that answer: max_y p(y | prefix) and H(y | prefix), averaged.
    Without the mask every answer is certain. Raises ValueError where A^T inputs are too many to enumerate.

    Example:
        >>> bayes_ceiling("reverse").per_position
        (0.125, 0.125, 1.0, 1.0)
    """
    inputs = all_inputs(length, alphabet)
    outputs = answer(task, inputs)
    known = range(length) if causal else [length - 1] * length
    bounds = [_position(inputs, outputs[:, i], alphabet, last) for i, last in enumerate(known)]
    per_position = tuple(accuracy for accuracy, _ in bounds)
    return Ceiling(sum(per_position) / length, per_position, sum(loss for _, loss in bounds) / length)


def _position(inputs, output, alphabet: int, last: int) -> tuple[float, float]:
    """Best accuracy and least loss for one output when the inputs up to position `last` are known."""
    prefixes = alphabet ** (last + 1)
    prefix = torch.arange(len(inputs)) // (len(inputs) // prefixes)  # the inputs stand in alphabetical order
    counts = torch.bincount(prefix * alphabet + output, minlength=prefixes * alphabet).double()
    p = counts.view(prefixes, alphabet) * prefixes / len(inputs)  # p(y | prefix), [A^(last+1), A]
    return float(p.max(-1).values.mean()), abs(float(entropy(p).mean()))  # abs makes -0.0 plain zero
