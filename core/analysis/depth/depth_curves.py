"""The four runs of the deep-stack experiment as curves, and how their gradients at initialisation grow with depth."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from core.say import percent
from core.training import DeepStackStep, verdict
from core.training.depth_experiment import VOCABULARY

VERDICTS = (
    "The verdict looks at the last ten steps. Diverged: the loss is not finite, or has grown by half; learned: an "
    "accuracy of 90 % or more; stuck: hardly better than guessing; unfinished: anything else."
)
GUESSING = math.log(VOCABULARY)  # the loss of a model that knows nothing


@dataclass(frozen=True)
class RunCurve:
    """One run so far. Lists run over all steps that were asked for: NaN where the run has not come, or ended early."""

    name: str
    loss: list[float]
    accuracy: list[float]
    lowest_gradient: list[float]
    done: int  # steps
    verdict: str  # of `verdict`; "running" until the last step
    final_accuracy: float  # mean over the last ten steps


def run_curves(records: Sequence[DeepStackStep], finished: bool = True) -> list[RunCurve]:
    """The records of `four_runs`, split by run and in their order.

    finished  False while more steps are to come: the last run has no verdict yet
    """
    runs: dict = {}
    for record in records:
        runs.setdefault(record.config, []).append(record)
    last = list(runs)[-1:] if not finished else []
    return [_curve(config, steps, running=config in last) for config, steps in runs.items()]


def _curve(config, steps: list[DeepStackStep], running: bool) -> RunCurve:
    missing = [math.nan] * (config.steps - len(steps))
    tail = steps[-10:]
    return RunCurve(
        name=f"{config.norm_place}, " + (f"warm-up {config.warmup}" if config.warmup else "no warm-up"),
        loss=[step.loss for step in steps] + missing,
        accuracy=[step.accuracy for step in steps] + missing,
        lowest_gradient=[step.lowest_gradient for step in steps] + missing,
        done=len(steps),
        verdict="running" if running and len(steps) < config.steps else verdict(steps),
        final_accuracy=sum(step.accuracy for step in tail) / len(tail),
    )


def smoothed(values: Sequence[float], width: int = 5) -> list[float]:
    """The mean of each value and up to `width` − 1 before it; NaN stays NaN.

    Example:
        >>> smoothed([1.0, 3.0, 5.0], width=2)
        [1.0, 2.0, 4.0]
    """
    windows = (values[max(0, at - width + 1) : at + 1] for at in range(len(values)))
    return [sum(window) / len(window) for window in windows]


def root_law(depths: Sequence[int], values: Sequence[float]) -> list[float]:
    """c / √L through the first value: what theorem 1 of Xiong et al. 2020 says of pre-norm.

    Example:
        >>> root_law([1, 4], [6.0, 5.0])
        [6.0, 3.0]
    """
    return [values[0] * math.sqrt(depths[0] / depth) for depth in depths]


def runs_table(curves: Sequence[RunCurve]) -> dict[str, list]:
    """How each run went, as columns of a table."""
    return {
        "run": [curve.name for curve in curves],
        "steps": [curve.done for curve in curves],
        "accuracy at the end": [curve.final_accuracy for curve in curves],
        "verdict": [curve.verdict for curve in curves],
    }


def runs_in_words(curves: Sequence[RunCurve]) -> str:
    """How each run went, a sentence each."""
    return " ".join(f"{curve.name}: {curve.verdict}, accuracy {percent(curve.final_accuracy)}." for curve in curves)
