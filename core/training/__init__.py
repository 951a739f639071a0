"""Toy tasks, their exact ceilings, and a trainer that can be watched."""

from core.training.adam import FlatAdam
from core.training.ceilings import Ceiling, bayes_ceiling
from core.training.history import Replay, ablations, measured, recorded, replay
from core.training.in_turn import is_over, stopped_after, train_in_turn
from core.training.report import Outcome, curves, ending, outcome
from core.training.settings import TrainerConfig
from core.training.tasks import TASKS, answer, chance, ids_of, letters, read_probe
from core.training.trainer import Measurement, TrainStep, measure, restore, train

__all__ = [
    "TASKS", "Ceiling", "FlatAdam", "Measurement", "Outcome", "Replay", "TrainStep", "TrainerConfig", "ablations",
    "answer", "bayes_ceiling", "chance", "curves", "ending", "ids_of", "is_over", "letters", "measure", "measured",
    "outcome", "read_probe", "recorded", "replay", "restore", "stopped_after", "train", "train_in_turn",
]  # fmt: skip
