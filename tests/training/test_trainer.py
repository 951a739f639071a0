"""The micro-trainer keeps its promises: it learns, to the last input, and says so when it does not."""

import math
import subprocess
import sys
from functools import cache

import pytest
import torch

from core.training import TrainerConfig, bayes_ceiling, measure, outcome, recorded, restore, train
from core.training.trainer import _test_set, schedule


@cache
def run(**settings):
    return list(train(TrainerConfig(**settings)))


def first_solved(steps) -> int | None:
    return next((step.step for step in steps if step.accuracy == 1), None)


@pytest.mark.parametrize("seed", [0, 1])
def test_reverse_is_solved_on_all_inputs_in_under_60_steps(seed):
    steps = run(task="reverse", seed=seed)
    assert first_solved(steps) < 60
    assert steps[-1].accuracy == steps[-1].sequence_accuracy == 1
    assert steps[-1].measurement.inputs == 8**4 and steps[-1].measurement.exhaustive


def test_copy_is_solved_in_under_30_steps():
    assert first_solved(run(task="copy")) < 30


def test_sort_is_solved_in_under_500_steps():
    assert first_solved(run(task="sort")) < 500


def test_sinusoidal_positions_learn_too():
    assert run(task="reverse", positions="sinusoidal")[-1].accuracy == 1


@pytest.mark.parametrize("seed", [0, 1])
def test_causal_reverse_ends_at_its_ceiling_and_is_never_above(seed):
    steps, ceiling = run(task="reverse", mask="causal", seed=seed), bayes_ceiling("reverse")
    assert max(step.accuracy for step in steps) == steps[-1].accuracy == 0.5625
    assert steps[-1].per_position_accuracy == ceiling.per_position == (0.125, 0.125, 1.0, 1.0)
    assert all(step.measurement.loss >= ceiling.cross_entropy for step in steps)


@pytest.mark.parametrize("seed", range(6))
def test_trn_06_the_first_loss_is_that_of_guessing(seed):
    first = next(train(TrainerConfig(seed=seed)))
    assert first.step == 0
    assert 1.9 < first.measurement.loss < 2.6, "far from ln 8: the answer leaks, or the start is too loud"


def test_records_run_from_step_0_to_the_last():
    steps = run(task="copy")
    assert [step.step for step in steps] == list(range(len(steps)))
    assert steps[-1].step == TrainerConfig(task="copy").steps


def test_the_same_config_gives_the_same_curve_to_the_last_digit():
    config = TrainerConfig(task="copy", steps=12)
    torch.manual_seed(99)
    again = [(step.loss, step.accuracy, step.grad_norm) for step in train(config)]
    assert again == [(step.loss, step.accuracy, step.grad_norm) for step in train(config)]
    assert again != [
        (step.loss, step.accuracy, step.grad_norm) for step in train(TrainerConfig("copy", seed=1, steps=12))
    ]


def test_another_process_gives_the_same_curve():
    program = (
        "from core.training import *; "
        "print([s.loss for s in train(TrainerConfig(task='copy', steps=3))])"
    )  # fmt: skip
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, encoding="utf-8")
    assert run.stdout.strip() == str([step.loss for step in train(TrainerConfig(task="copy", steps=3))])


@pytest.mark.parametrize("rate", [1.0, 10.0, 100.0, 1e6])
def test_a_loss_that_runs_away_is_called_diverged_and_ends_the_run(rate):
    config = TrainerConfig(learning_rate=rate, steps=60)
    steps = list(train(config))
    assert steps[-1].diverged and steps[-1].step < 60
    assert not any(step.diverged for step in steps[:-1])
    assert outcome(config, steps).kind == "diverged"


def test_a_loss_that_is_not_a_number_is_called_diverged():
    steps = list(train(TrainerConfig(learning_rate=1e30, steps=60)))
    assert steps[-1].diverged


def test_a_usual_run_is_not_called_diverged():
    assert not any(step.diverged for settings in ({"task": "sort"}, {"task": "copy"}) for step in run(**settings))


def test_a_snapshot_gives_back_the_model_of_its_step():
    config = TrainerConfig(task="reverse")
    for step in recorded(run(task="reverse"))[::5]:
        assert measure(restore(config, step.weights), config) == step.measurement


def test_measurements_are_labelled_with_their_step():
    for step in run(task="copy"):
        assert step.measured_at <= step.step
        assert (step.weights is not None) == (step.measured_at == step.step)


def test_too_many_inputs_are_sampled_and_that_is_said():
    inputs, _, exhaustive = _test_set("reverse", 8, 8)
    assert len(inputs) == 2048 and not exhaustive


def test_learning_rate_rises_stays_and_falls():
    rates = [schedule(step, 200) for step in range(200)]
    assert rates[:20] == sorted(rates[:20]) and rates[20:100] == [1] * 80 and rates[100:] == sorted(rates[100:])[::-1]
    assert min(rates) > 0


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"task": "shuffle"}, "task='shuffle' is unknown; allowed: reverse, copy, sort"),
        ({"mask": "none"}, "mask='none' is unknown; allowed: bidirectional, causal"),
        ({"learning_rate": 0.0}, "learning_rate=0.0 must be"),
        ({"learning_rate": math.nan}, "learning_rate=nan must be"),
        ({"batch": 0}, "batch=0 must be at least 1"),
        ({"steps": 0}, "steps=0 must be at least 1"),
        ({"d_model": 7}, "n_heads=2 does not divide d_model=7; allowed: \\[1, 7\\]"),
        ({"positions": "rotary"}, "positions='rotary' is unknown"),
    ],
)
def test_wrong_settings_are_named(settings, said):
    with pytest.raises(ValueError, match=said):
        TrainerConfig(**settings)
