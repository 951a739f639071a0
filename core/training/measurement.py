"""How a model does on every input that there is: exact, since a toy task can be tried on all of them.

Letters: N inputs, T length, A alphabet size.
"""

from collections.abc import Collection
from dataclasses import dataclass
from functools import cache

import torch
from torch.nn import functional as F

from core.training.settings import TrainerConfig
from core.training.tasks import all_inputs, answer
from core.transformer import Encoder, Lesion, evaluating, to_cpu

CHUNK = 1024  # inputs at a time: their activations fit the processor's cache


@dataclass(frozen=True)
class Measurement:
    """How a model does on all inputs, dropout off."""

    loss: float  # nats per letter
    accuracy: float  # share of letters that are right
    sequence_accuracy: float  # share of sequences that are right in every letter
    per_position_accuracy: tuple[float, ...]
    inputs: int


def measure(model: Encoder, config: TrainerConfig, lesions: Collection[Lesion] = ()) -> Measurement:
    """Try the model on every input, optionally with parts of it cut out."""
    inputs, targets = every_input(config.task, config.length, config.alphabet)
    with evaluating(model):
        chunks = [model(chunk, config.attention_mask(), lesions=lesions) for chunk in inputs.split(CHUNK)]
        logits = to_cpu(torch.cat(chunks))  # [N, T, A]
    loss = F.cross_entropy(logits.flatten(0, 1), targets.flatten())
    right = logits.argmax(-1) == targets
    per_position = right.double().mean(0)
    return Measurement(
        loss=float(loss),
        accuracy=float(per_position.mean()),
        sequence_accuracy=float(right.all(-1).double().mean()),
        per_position_accuracy=tuple(per_position.tolist()),
        inputs=len(inputs),
    )


@cache
def every_input(task: str, length: int, alphabet: int) -> tuple[torch.Tensor, torch.Tensor]:
    """All inputs and their answers.  -> two of [N, T]; ValueError where they are too many."""
    inputs = all_inputs(length, alphabet)
    return inputs, answer(task, inputs)
