"""What a run came to: in one word, in a sentence, and as curves."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
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
    """The steps on one axis, and one series per mask, NaN where a run has no value (yet).

    Example:
        >>> curves({TrainerConfig(steps=2): []}, lambda step: step.loss)
        ([0, 2], {'bidirectional': [nan, nan]})
    """
    found = {config: {step.step: value(step) for step in steps} for config, steps in runs.items()}
    xs = sorted({0, *(config.steps for config in runs), *(x for points in found.values() for x in points)})
    return xs, {config.mask: [points.get(x, float("nan")) for x in xs] for config, points in found.items()}
