"""A finished or interrupted run: its records, and the model as it was at any recorded step.

Letters: L layers, H heads, T length, A alphabet size.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import torch

from core.training.measurement import Measurement, measure
from core.training.settings import TrainerConfig
from core.training.tasks import answer, ids_of, letters
from core.training.trainer import TrainStep, restore
from core.transformer import ForwardTrace, Lesion, evaluating


@dataclass(frozen=True)
class Replay:
    """What the model of one step makes of one input, every position answered at once."""

    given: str
    expected: str
    answered: str
    probabilities: torch.Tensor  # [T, A]
    trace: ForwardTrace

    @property
    def attention(self) -> torch.Tensor:
        """The weights of every head.  -> [L · H, T, T]"""
        return torch.cat([layer.self_attn.weights[0] for layer in self.trace.encoder])

    @property
    def right(self) -> list[bool]:
        """Which letters are the expected ones."""
        return [a == b for a, b in zip(self.answered, self.expected, strict=True)]


def recorded(steps: Sequence[TrainStep]) -> list[TrainStep]:
    """The steps that keep a snapshot: those that can be replayed."""
    return [step for step in steps if step.weights is not None]


def measured(steps: Sequence[TrainStep]) -> list[TrainStep]:
    """The steps at which the accuracies were measured; every step with a snapshot is one of them."""
    return [step for step in steps if step.measured_at == step.step]


def replay(config: TrainerConfig, step: TrainStep, text: str, lesions: Collection[Lesion] = ()) -> Replay:
    """Answer `text` (capital letters) with the model of a recorded step, with parts of it cut out if wanted."""
    model = restore(config, step.weights)
    with evaluating(model):
        trace = model.trace(ids_of(text), config.attention_mask(), lesions=lesions)
    probabilities = trace.logits[0].softmax(-1)
    return Replay(
        given=text,
        expected=letters(answer(config.task, ids_of(text))[0]),
        answered=letters(probabilities.argmax(-1)),
        probabilities=probabilities,
        trace=trace,
    )


def ablations(config: TrainerConfig, step: TrainStep) -> dict[str, Measurement]:
    """The model of a recorded step on every input: whole, and with each single head cut out.

    Example:
        >>> from core.training import train
        >>> config = TrainerConfig(task="copy")
        >>> list(ablations(config, list(train(config))[-1]))
        ['nothing', 'layer 1 head 1', 'layer 1 head 2', 'layer 2 head 1', 'layer 2 head 2']
    """
    model = restore(config, step.weights)
    results = {"nothing": measure(model, config)}
    for layer in range(config.n_layers):
        for head in range(config.n_heads):
            cut = Lesion("encoder", layer, "self_attn", head)
            results[f"layer {layer + 1} head {head + 1}"] = measure(model, config, [cut])
    return results
