"""Toy tasks, their exact ceilings, and a trainer that can be watched."""

from core.training.adam import FlatAdam
from core.training.ceilings import Ceiling, bayes_ceiling
from core.training.history import Replay, ablations, measured, recorded, replay
from core.training.report import Outcome, curves, ending, outcome
from core.training.settings import TrainerConfig
from core.training.tasks import TASKS, answer, chance, ids_of, letters, read_probe
from core.training.trainer import Measurement, TrainStep, measure, restore, train

__all__ = [
    "TASKS", "Ceiling", "FlatAdam", "Measurement", "Outcome", "Replay", "TrainStep", "TrainerConfig", "ablations",
    "answer", "bayes_ceiling", "chance", "curves", "ending", "ids_of", "letters", "measure", "measured", "outcome",
    "read_probe", "recorded", "replay", "restore", "train",
]  # fmt: skip
