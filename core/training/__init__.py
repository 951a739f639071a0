"""Toy tasks, their exact ceilings, and a trainer that can be watched."""

from core.training.adam import FlatAdam
from core.training.ceilings import Ceiling, bayes_ceiling
from core.training.history import Replay, ablations, measured, recorded, replay
from core.training.in_turn import is_over, stopped_after, train_in_turn
from core.training.report import Outcome, curves, ending, outcome
from core.training.settings import TrainerConfig
from core.training.tasks import TASKS, answer, chance, ids_of, letters, read_probe
from core.training.trainer import Measurement, TrainStep, measure, restore, train
from core.training.words import (
    ablation_in_words,
    accuracies_in_words,
    answer_in_words,
    answer_table,
    heads_table,
    losses_in_words,
    needed_head,
    progress_in_words,
    run_bounds,
    run_name,
)

__all__ = [
    "TASKS",
    "Ceiling",
    "FlatAdam",
    "Measurement",
    "Outcome",
    "Replay",
    "TrainStep",
    "TrainerConfig",
    "ablation_in_words",
    "ablations",
    "accuracies_in_words",
    "answer",
    "answer_in_words",
    "answer_table",
    "bayes_ceiling",
    "chance",
    "curves",
    "ending",
    "heads_table",
    "ids_of",
    "is_over",
    "letters",
    "losses_in_words",
    "measure",
    "measured",
    "needed_head",
    "outcome",
    "progress_in_words",
    "read_probe",
    "recorded",
    "replay",
    "restore",
    "run_bounds",
    "run_name",
    "stopped_after",
    "train",
    "train_in_turn",
]
