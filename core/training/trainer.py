"""The micro-trainer: an encoder learns a toy task, one record per step, the same to the last digit for the same config.

Letters: N batch, T length, A alphabet size.
"""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import cache

import torch
from torch.nn import functional as F

from core.training.adam import FlatAdam
from core.training.settings import TrainerConfig
from core.training.tasks import all_inputs, answer, chance, random_inputs
from core.transformer import Encoder, Lesion, evaluating

MEASURE_EVERY = 5  # steps between two measurements, four times that from step 60 on
SNAPSHOT_BYTES = 2_500_000  # what the snapshots of a run may take: 24 at the default width of 32, 6 at 64
WARMUP = 20  # steps over which the learning rate rises linearly
CHUNK = 1024  # inputs at a time: their activations fit the processor's cache
RUNAWAY = 2.0  # diverged: the loss is this many times that of guessing, …
RUNAWAY_STEPS = 5  # … averaged over this many steps


@dataclass(frozen=True)
class Measurement:
    """How a model does on all inputs, dropout off."""

    loss: float  # nats per letter
    accuracy: float  # share of letters that are right
    sequence_accuracy: float  # share of sequences that are right in every letter
    per_position_accuracy: tuple[float, ...]
    inputs: int


@dataclass(frozen=True)
class TrainStep:
    """The state after `step` updates; step 0 is the untrained model.

    `loss` is that of the batch drawn at this step, `grad_norm` the length of its gradient (of the last record too,
    which is not followed by an update). The accuracies are exact, over all inputs, as last measured: at step
    `measured_at`. `weights` is a snapshot of the model at this very step; of the measured ones not all keep one, see
    `kept_steps`.
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


def train(config: TrainerConfig, stop: Callable[[int], bool] | None = None) -> Iterator[TrainStep]:
    """Train from scratch; a record for each of step 0 … steps. Ends early, with `.diverged` set, if the loss runs away.

    stop  asked at each step; the step at which it says True is the last one, measured and kept like any other end

    Everything random comes from one generator seeded with `config.seed`: initial weights, then batches. "Runs away"
    means: not a finite number, or over RUNAWAY_STEPS steps on average over RUNAWAY times the loss of guessing.

    Raises ValueError, at once, where there are more inputs than can be tried: the accuracies are those of all of them.

    Example:
        >>> list(train(TrainerConfig(task="copy")))[-1].accuracy
        1.0
    """
    _test_set(config.task, config.length, config.alphabet)
    return _steps(config, stop or (lambda step: False))


def _steps(config: TrainerConfig, stop: Callable[[int], bool]) -> Iterator[TrainStep]:
    generator = torch.Generator().manual_seed(config.seed)
    model = Encoder(config.model_config(), generator)
    optimizer = FlatAdam(model.parameters())
    due, kept = set(measured_steps(config.steps)), kept_steps(config.steps, optimizer.values.nbytes)
    recent: list[float] = []
    measured, measured_at = None, 0
    for step in range(config.steps + 1):
        loss = _gradient(model, optimizer, config, generator)
        recent = [*recent, loss][-RUNAWAY_STEPS:]
        diverged = _runs_away(recent, config.alphabet)
        ends = diverged or stop(step)
        if ends or step in due:
            measured, measured_at = measure(model, config), step
        yield TrainStep(
            step=step,
            loss=loss,
            accuracy=measured.accuracy,
            per_position_accuracy=measured.per_position_accuracy,
            sequence_accuracy=measured.sequence_accuracy,
            grad_norm=float(optimizer.gradient.norm()),
            diverged=diverged,
            measured_at=measured_at,
            measurement=measured,
            weights=snapshot(model) if ends or step in kept else None,
        )
        if ends:
            return
        optimizer.step(config.learning_rate * schedule(step, config.steps))


def measured_steps(steps: int) -> list[int]:
    """When a run is measured: every MEASURE_EVERY steps, every four times as many from step 60 on, and at the last.

    Example:
        >>> measured_steps(90)
        [0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 80, 90]
    """
    return [*range(0, min(steps, 60), MEASURE_EVERY), *range(60, steps, 4 * MEASURE_EVERY), steps]


def kept_steps(steps: int, size: int) -> set[int]:
    """When a run keeps a snapshot of `size` bytes: whenever it is measured, or as often as SNAPSHOT_BYTES hold.

    They are spread evenly over the measurements, which lie closer at the beginning. The first and the last are always
    among them, whatever their size; a run that diverges keeps its last state in the place of those it never reaches.

    Example:
        >>> sorted(kept_steps(800, 400_000))
        [0, 50, 220, 400, 600, 800]
    """
    measured = measured_steps(steps)
    gaps = min(len(measured), max(2, SNAPSHOT_BYTES // size)) - 1
    return {measured[round(gap * (len(measured) - 1) / gaps)] for gap in range(gaps + 1)}


def schedule(step: int, steps: int) -> float:
    """Share of the learning rate at update `step`: linear warm-up, plateau, linear cool-down over the second half.

    Example:
        >>> [round(float(schedule(step, 100)), 2) for step in (0, 19, 50, 75, 99)]
        [0.05, 1.0, 1.0, 0.5, 0.02]
    """
    return min(1, (step + 1) / WARMUP, 2 * (1 - step / steps))


def measure(model: Encoder, config: TrainerConfig, lesions: Collection[Lesion] = ()) -> Measurement:
    """Try the model on every input, optionally with parts of it cut out."""
    inputs, targets = _test_set(config.task, config.length, config.alphabet)
    with evaluating(model):
        chunks = [model(chunk, config.attention_mask(), lesions=lesions) for chunk in inputs.split(CHUNK)]
        logits = torch.cat(chunks)  # [N, T, A]
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


def snapshot(model: Encoder) -> dict[str, torch.Tensor]:
    """A copy of the weights that later updates leave alone."""
    return {name: tensor.detach().clone() for name, tensor in model.state_dict().items()}


def restore(config: TrainerConfig, weights: dict[str, torch.Tensor]) -> Encoder:
    """The model as it was when the snapshot was taken."""
    model = Encoder(config.model_config(), torch.Generator())
    model.load_state_dict(weights)
    return model.eval()


def _gradient(model: Encoder, optimizer: FlatAdam, config: TrainerConfig, generator: torch.Generator) -> float:
    """Loss of a fresh batch, its gradient left with the optimizer."""
    inputs = random_inputs(config.batch, config.length, config.alphabet, generator)
    logits = model(inputs, config.attention_mask())
    loss = F.cross_entropy(logits.flatten(0, 1), answer(config.task, inputs).flatten())
    optimizer.zero_grad()
    loss.backward()
    return loss.item()


def _runs_away(recent: list[float], alphabet: int) -> bool:
    mean = sum(recent) / len(recent)
    return not mean < float("inf") or (len(recent) == RUNAWAY_STEPS and mean > RUNAWAY * chance(alphabet)[1])


@cache
def _test_set(task: str, length: int, alphabet: int) -> tuple[torch.Tensor, torch.Tensor]:
    inputs = all_inputs(length, alphabet)
    return inputs, answer(task, inputs)
