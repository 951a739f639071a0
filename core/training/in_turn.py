"""Several runs, one after another, as one computation that can be stopped and told by the number of its steps."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from core.training.settings import TrainerConfig
from core.training.trainer import TrainStep, train


def train_in_turn(
    runs: Iterable[TrainerConfig], stop: Callable[[int], bool] = lambda made: False
) -> Iterator[tuple[TrainerConfig, TrainStep]]:
    """The records of each run in turn, each with its run.

    stop  asked with the number of steps made in all; where it says True, the record at hand is the last

    Example:
        >>> runs = [TrainerConfig(task="copy"), TrainerConfig(task="copy", mask="causal")]
        >>> [step.step for run, step in train_in_turn(runs, stop=lambda made: made == 42) if run == runs[1]]
        [0, 1, 2]
    """
    before = 0
    for run in runs:
        for step in train(run, lambda at, before=before: stop(before + at)):
            yield run, step
        before += step.step
        if stop(before):
            return


def is_over(run: TrainerConfig, steps: Sequence[TrainStep]) -> bool:
    """Whether a run came to its end: its last step was made, or its loss ran away."""
    return bool(steps) and (steps[-1].step == run.steps or steps[-1].diverged)


def stopped_after(records: Mapping[TrainerConfig, Sequence[TrainStep]]) -> int | None:
    """After how many steps in all these runs were stopped; 0 when all came to their end, None when none has begun.

    Example:
        >>> stopped_after({TrainerConfig(): []}) is None
        True
    """
    if not any(records.values()):
        return None
    if all(is_over(run, steps) for run, steps in records.items()):
        return 0
    return sum(steps[-1].step for steps in records.values() if steps)
