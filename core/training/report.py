"""What a run came to: in one word, in a sentence, and as curves."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Literal

from core.training.ceilings import bayes_ceiling
from core.training.settings import TrainerConfig
from core.training.trainer import TrainStep


@dataclass(frozen=True)
class Outcome:
    """Where a run stands. `at` is the step of the fact: when it was solved, when it diverged, or the last one."""

    kind: Literal["solved", "ceiling", "diverged", "short"]  # "ceiling": as good as the mask allows
    at: int
    ceiling: float  # the accuracy that the mask allows


def outcome(config: TrainerConfig, steps: Sequence[TrainStep]) -> Outcome:
    """Judge a run by its exact measurements: the first step that is as good as possible, or the loss that ran away."""
    last = steps[-1]
    ceiling = bayes_ceiling(config.task, config.length, config.alphabet, config.mask == "causal").accuracy
    if last.diverged:
        return Outcome("diverged", last.step, ceiling)
    first = next((step.step for step in steps if step.accuracy >= ceiling - 1e-9), None)
    if first is None or last.accuracy < ceiling - 1e-9:
        return Outcome("short", last.step, ceiling)
    return Outcome("solved" if ceiling == 1 else "ceiling", first, ceiling)


def ending(config: TrainerConfig, steps: Sequence[TrainStep]) -> str:
    """How a run ended, as a sentence with its numbers."""
    result, last = outcome(config, steps), steps[-1]
    right = f"{100 * last.accuracy:.2f} % of the letters of all {last.measurement.inputs:,} inputs"
    possible = f"{100 * result.ceiling:.2f} %"
    early = "" if last.step == config.steps else f" Stopped at step {last.step} of {config.steps}."
    if result.kind == "diverged":
        return f"diverged. At step {result.at} the loss had run away to {last.loss:,.3g}; try a lower learning rate."
    if result.kind == "solved":
        return f"solved at step {result.at}: {right} are right.{early}"
    if result.kind == "ceiling":
        return f"{right} are right, the most that this mask allows, from step {result.at} on.{early}"
    return f"{right} are right, where {possible} would be possible.{early}"


def curves(
    runs: Mapping[TrainerConfig, Sequence[TrainStep]], value: Callable[[TrainStep], float]
) -> tuple[list[int], dict[str, list[float]]]:
    """The steps on one axis, and one series per run, NaN where a run has no value (yet).

    A series has the name of its mask; where several runs have the same, also what sets each apart from the others.

    Example:
        >>> curves({TrainerConfig(steps=2): []}, lambda step: step.loss)
        ([0, 2], {'bidirectional': [nan, nan]})
        >>> list(curves({TrainerConfig(seed=seed): [] for seed in (0, 1)}, lambda step: step.loss)[1])
        ['bidirectional, seed 0', 'bidirectional, seed 1']
    """
    found = {config: {step.step: value(step) for step in steps} for config, steps in runs.items()}
    xs = sorted({0, *(config.steps for config in runs), *(x for points in found.values() for x in points)})
    return xs, {_name(config, found): [points.get(x, float("nan")) for x in xs] for config, points in found.items()}


def _name(config: TrainerConfig, among: Collection[TrainerConfig]) -> str:
    """The mask of a run, and every setting in which those with the same mask differ."""
    alike = [other for other in among if other.mask == config.mask]
    settings = [(field.name, getattr(config, field.name)) for field in fields(config)]
    apart = [f"{name} {value}" for name, value in settings if any(getattr(other, name) != value for other in alike)]
    return ", ".join([config.mask, *apart])
