"""Toy tasks, their exact ceilings, a trainer that can be watched, and two experiments: a deep stack, a leaky mask."""

from core.training.adam import FlatAdam
from core.training.alignment import answer_places, share_if_alike, share_on_answer, shares_in_words, shares_over_steps
from core.training.ceilings import Ceiling, bayes_ceiling
from core.training.depth_experiment import DeepStackConfig, DeepStackStep, deep_stack, four_runs, verdict
from core.training.history import Replay, ablations, measured, recorded, replay
from core.training.in_turn import is_over, stopped_after, train_in_turn
from core.training.leak_words import (
    honest_in_words,
    legal_table,
    losses_table,
    samples_side_by_side,
    trained_in_words,
    written_in_words,
)
from core.training.leaky_training import LeakRun, best_loss, guessed_legal, mark_illegal, peeking_loss, train_with
from core.training.mask_rules import MASK_RULES, MaskRule, rule_mask
from core.training.measurement import Measurement, measure
from core.training.report import Outcome, curves, ending, outcome
from core.training.settings import TrainerConfig
from core.training.tasks import TASKS, answer, chance, ids_of, letters, read_probe
from core.training.trainer import TrainStep, restore, train
from core.training.words import (
    ablation_in_words,
    ablation_table,
    accuracies_in_words,
    answer_in_words,
    answer_table,
    ceiling_formula,
    ceiling_in_words,
    heads_in_words,
    heads_table,
    losses_in_words,
    needed_head,
    other_in_words,
    progress_in_words,
    run_bounds,
    run_name,
    situation_in_words,
)
