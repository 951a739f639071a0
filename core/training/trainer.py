"""The micro-trainer: an encoder learns a toy task, one record per step, the same to the last digit for the same config.

Letters: N batch, T length, A alphabet size.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import count, islice, pairwise

import torch
from torch.nn import functional as F

from core.training.adam import FlatAdam
from core.training.settings import TrainerConfig
from core.training.tasks import EXHAUSTIVE_LIMIT, all_inputs, answer, chance, random_inputs
from core.transformer import Encoder, Lesion, all_to_cpu, best_device, evaluating, to_cpu, to_device

MEASURE_EVERY = 5  # steps between two measurements, four times that from step 60 on
WARMUP = 20  # steps over which the learning rate rises linearly
CHUNK = 1024  # inputs at a time: their activations fit the processor's cache
SAMPLE = 2048  # inputs of a measurement where there are too many to try all
RUNAWAY = 2.0  # diverged: the loss is this many times that of guessing, …
RUNAWAY_STEPS = 5  # … averaged over this many steps


@dataclass(frozen=True)
class Measurement:
    """How a model does on all inputs (or, where they are too many, on a fixed sample), dropout off."""

    loss: float  # nats per letter
    accuracy: float  # share of letters that are right
    sequence_accuracy: float  # share of sequences that are right in every letter
    per_position_accuracy: tuple[float, ...]
    inputs: int
    exhaustive: bool


@dataclass(frozen=True)
class TrainStep:
    """The state after `step` updates; step 0 is the untrained model.

    `loss` is that of the batch drawn at this step, `grad_norm` the length of its gradient (of the last record too,
    which is not followed by an update). The accuracies are exact, over all inputs, as last measured: at step
    `measured_at`, of which `weights` is a snapshot when that is this very step.
    """

    step: int
    loss: float
    accuracy: float
    per_position_accuracy: tuple[float, ...]
    sequence_accuracy: float
    grad_norm: float
    diverged: bool
    measured_at: int
    measurement: Measurement
    weights: dict[str, torch.Tensor] | None


def train(config: TrainerConfig) -> Iterator[TrainStep]:
    """Train from scratch; a record for each of step 0 … steps. Ends early, with `.diverged` set, if the loss runs away.

    Everything random comes from one generator seeded with `config.seed`: initial weights, then batches. "Runs away"
    means: not a finite number, or over RUNAWAY_STEPS steps on average over RUNAWAY times the loss of guessing.

    Example:
        >>> list(train(TrainerConfig(task="copy")))[-1].accuracy
        1.0
    """
    generator = torch.Generator().manual_seed(config.seed)
    model = Encoder(config.model_config(), generator).to(best_device())
    optimizer = FlatAdam(model.parameters())
    updates = _updates(model, optimizer, config, generator)
    recent: list[float] = []
    measured, measured_at = None, 0
    for first, last in pairwise([-1, *_measured_steps(config.steps)]):
        steps = range(first + 1, last + 1)
        readings, states = zip(*islice(updates, len(steps)), strict=True)
        # Their losses come to the CPU together. If one of them has run away, the model goes back to that step.
        for step, state, (loss, grad_norm) in zip(steps, states, to_cpu(torch.stack(readings)).tolist(), strict=True):
            recent = [*recent, loss][-RUNAWAY_STEPS:]
            diverged = _runs_away(recent, config.alphabet)
            if diverged or step == last:
                optimizer.values.copy_(state)
                measured, measured_at = measure(model, config), step
            yield TrainStep(
                step=step,
                loss=loss,
                accuracy=measured.accuracy,
                per_position_accuracy=measured.per_position_accuracy,
                sequence_accuracy=measured.sequence_accuracy,
                grad_norm=grad_norm,
                diverged=diverged,
                measured_at=measured_at,
                measurement=measured,
                weights=snapshot(model) if measured_at == step else None,
            )
            if diverged:
                return


def schedule(step: int, steps: int) -> float:
    """Share of the learning rate at update `step`: linear warm-up, plateau, linear cool-down over the second half.

    Example:
        >>> [round(float(schedule(step, 100)), 2) for step in (0, 19, 50, 75, 99)]
        [0.05, 1.0, 1.0, 0.5, 0.02]
    """
    return min(1, (step + 1) / WARMUP, 2 * (1 - step / steps))


def measure(model: Encoder, config: TrainerConfig, lesions: Collection[Lesion] = ()) -> Measurement:
    """Try the model on every input, optionally with parts of it cut out."""
    inputs, targets, exhaustive = _test_set(config.task, config.length, config.alphabet)
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
        exhaustive=exhaustive,
    )


def snapshot(model: Encoder) -> dict[str, torch.Tensor]:
    """A copy of the weights, on the CPU, that later updates leave alone."""
    weights = model.state_dict()
    return dict(zip(weights, all_to_cpu(list(weights.values())), strict=True))


def restore(config: TrainerConfig, weights: dict[str, torch.Tensor]) -> Encoder:
    """The model as it was when the snapshot was taken."""
    model = Encoder(config.model_config(), torch.Generator())
    model.load_state_dict(weights)
    return model.to(best_device()).eval()


def _measured_steps(steps: int) -> list[int]:
    """The steps at which a run is measured: often at first, more seldom from step 60 on, and at its end."""
    return [*range(0, min(60, steps), MEASURE_EVERY), *range(60, steps, 4 * MEASURE_EVERY), steps]


def _updates(
    model: Encoder, optimizer: FlatAdam, config: TrainerConfig, generator: torch.Generator
) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
    """Step by step: loss and length of the gradient [2], and the weights they belong to; the update when resumed."""
    for step in count():
        loss = _gradient(model, optimizer, config, generator)
        yield torch.stack([loss, optimizer.gradient.norm()]), optimizer.values.clone()
        optimizer.step(config.learning_rate * schedule(step, config.steps))


def _gradient(model: Encoder, optimizer: FlatAdam, config: TrainerConfig, generator: torch.Generator) -> torch.Tensor:
    """Loss of a fresh batch, its gradient left with the optimizer."""
    inputs = random_inputs(config.batch, config.length, config.alphabet, generator)
    logits = model(inputs, config.attention_mask())
    targets = to_device(answer(config.task, inputs), logits.device)
    loss = F.cross_entropy(logits.flatten(0, 1), targets.flatten())
    optimizer.zero_grad()
    loss.backward()
    return loss.detach()


def _runs_away(recent: list[float], alphabet: int) -> bool:
    mean = sum(recent) / len(recent)
    return not mean < float("inf") or (len(recent) == RUNAWAY_STEPS and mean > RUNAWAY * chance(alphabet)[1])


@cache
def _test_set(task: str, length: int, alphabet: int) -> tuple[torch.Tensor, torch.Tensor, bool]:
    exhaustive = alphabet**length <= EXHAUSTIVE_LIMIT
    if exhaustive:
        inputs = all_inputs(length, alphabet)
    else:
        inputs = random_inputs(SAMPLE, length, alphabet, torch.Generator().manual_seed(0))
    return inputs, answer(task, inputs), exhaustive
