"""The micro-trainer: an encoder learns a toy task, one record per step, the same to the last digit for the same config.

Letters: N batch, T length, A alphabet size.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import torch
from torch.nn import functional as F

from core.training.adam import FlatAdam
from core.training.measurement import Measurement, every_input, measure
from core.training.schedules import up_and_down
from core.training.settings import TrainerConfig
from core.training.tasks import answer, chance, random_inputs
from core.transformer import Encoder, all_to_cpu, best_device, to_cpu, to_device

MEASURE_EVERY = 5  # steps between two measurements, four times that from step 60 on
SNAPSHOT_BYTES = 2_500_000  # what the snapshots of a run may take: 24 at the default width of 32, 6 at 64
WARMUP = 20  # steps over which the learning rate rises linearly
RUNAWAY = 2.0  # diverged: the loss is this many times that of guessing, …
RUNAWAY_STEPS = 5  # … averaged over this many steps


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
    grad_norm: float
    diverged: bool
    measured_at: int
    measurement: Measurement
    weights: dict[str, torch.Tensor] | None

    @property
    def accuracy(self) -> float:
        """Share of letters that are right."""
        return self.measurement.accuracy

    @property
    def per_position_accuracy(self) -> tuple[float, ...]:
        """The same, position by position."""
        return self.measurement.per_position_accuracy

    @property
    def sequence_accuracy(self) -> float:
        """Share of sequences that are right in every letter."""
        return self.measurement.sequence_accuracy


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
    every_input(config.task, config.length, config.alphabet)
    return _steps(config, stop or (lambda step: False))


def _steps(config: TrainerConfig, stop: Callable[[int], bool]) -> Iterator[TrainStep]:
    generator = torch.Generator().manual_seed(config.seed)
    model = Encoder(config.model_config(), generator).to(best_device())
    optimizer = FlatAdam(model.parameters())
    due, kept = set(measured_steps(config.steps)), kept_steps(config.steps, optimizer.values.nbytes)
    recent: list[float] = []
    measured, measured_at = None, 0
    for step in range(config.steps + 1):
        loss, grad_norm = _gradient(model, optimizer, config, generator)
        recent = [*recent, loss][-RUNAWAY_STEPS:]
        diverged = _runs_away(recent, config.alphabet)
        ends = diverged or stop(step)
        if ends or step in due:
            measured, measured_at = measure(model, config), step
        weights = snapshot(model) if ends or step in kept else None
        yield TrainStep(step, loss, grad_norm, diverged, measured_at, measured, weights)
        if ends:
            return
        optimizer.step(config.learning_rate * up_and_down(step + 1, WARMUP, config.steps))


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


def snapshot(model: Encoder) -> dict[str, torch.Tensor]:
    """A copy of the weights, on the CPU, that later updates leave alone."""
    weights = model.state_dict()
    return dict(zip(weights, all_to_cpu(list(weights.values())), strict=True))


def restore(config: TrainerConfig, weights: dict[str, torch.Tensor]) -> Encoder:
    """The model as it was when the snapshot was taken."""
    model = Encoder(config.model_config(), torch.Generator())
    model.load_state_dict(weights)
    return model.to(best_device()).eval()


def _gradient(
    model: Encoder, optimizer: FlatAdam, config: TrainerConfig, generator: torch.Generator
) -> tuple[float, float]:
    """Loss of a fresh batch and the length of its gradient, which is left with the optimizer. One wait on a device."""
    inputs = random_inputs(config.batch, config.length, config.alphabet, generator)
    logits = model(inputs, config.attention_mask())
    targets = to_device(answer(config.task, inputs), logits.device)
    loss = F.cross_entropy(logits.flatten(0, 1), targets.flatten())
    optimizer.zero_grad()
    loss.backward()
    loss, length = to_cpu(torch.stack([loss, optimizer.gradient.norm()])).tolist()
    return loss, length


def _runs_away(recent: list[float], alphabet: int) -> bool:
    mean = sum(recent) / len(recent)
    return not mean < float("inf") or (len(recent) == RUNAWAY_STEPS and mean > RUNAWAY * chance(alphabet)[1])
