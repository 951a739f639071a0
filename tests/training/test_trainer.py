"""The micro-trainer keeps its promises: it learns, to the last input, and says so when it does not."""

import math
import subprocess
import sys
from functools import cache
from itertools import pairwise

import pytest
import torch

from core.training import (
    TrainerConfig,
    bayes_ceiling,
    ending,
    measure,
    measured,
    outcome,
    recorded,
    restore,
    train,
    trainer,
)
from core.training.schedules import up_and_down
from core.training.tasks import all_inputs
from core.training.trainer import SNAPSHOT_BYTES, WARMUP, kept_steps, measured_steps
from tests.evidence import holds


@cache
def run(**settings):
    return list(train(TrainerConfig(**settings)))


def first_solved(steps) -> int | None:
    return next((step.step for step in steps if step.accuracy == 1), None)


@holds(
    "trainer",
    says="learns, in your session, to reverse, copy or sort four letters",
    against="the answers to all 4,096 inputs, in under 60 steps, two seeds",
)
@pytest.mark.parametrize("seed", [0, 1])
def test_reverse_is_solved_on_all_inputs_in_under_60_steps(seed):
    steps = run(task="reverse", seed=seed)
    assert first_solved(steps) < 60
    assert steps[-1].accuracy == steps[-1].sequence_accuracy == 1
    assert steps[-1].measurement.inputs == 8**4


@holds("trainer", shows="to copy is learned in under 30 steps", against="the answers to all 4,096 inputs")
def test_copy_is_solved_in_under_30_steps():
    assert first_solved(run(task="copy")) < 30


@holds("trainer", shows="to sort is learned in under 500 steps", against="the answers to all 4,096 inputs")
def test_sort_is_solved_in_under_500_steps():
    assert first_solved(run(task="sort")) < 500


def test_sinusoidal_positions_learn_too():
    assert run(task="reverse", positions="sinusoidal")[-1].accuracy == 1


@holds(
    "trainer", says="It never sees the answers", against="the ceiling: at no step is the accuracy above it, two seeds"
)
@holds(
    "trainer",
    says="the letter of position 3, which it cannot see: no training helps",
    against="guessing, one in eight, where training ends at positions 0 and 1",
)
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


@holds("trainer", shows="the curve of the loss", against="the same training in another process, to the last digit")
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


@holds(
    "trainer",
    says="the weights of that very step are put back",
    against="the accuracies as they were measured at that step",
)
def test_a_snapshot_gives_back_the_model_of_its_step():
    config = TrainerConfig(task="reverse")
    for step in recorded(run(task="reverse"))[::5]:
        assert measure(restore(config, step.weights), config) == step.measurement


def test_measurements_are_labelled_with_their_step():
    for step in run(task="copy"):
        assert step.measured_at <= step.step
        assert step.weights is None or step.measured_at == step.step
    assert [step.step for step in measured(run(task="copy"))] == measured_steps(40)


def test_the_default_run_keeps_a_snapshot_whenever_it_is_measured():
    assert recorded(run(task="reverse")) == measured(run(task="reverse"))


@pytest.mark.parametrize("positions", ["learned", "sinusoidal"])
@pytest.mark.parametrize("width", [8, 32, 64, 256])
def test_the_snapshots_of_a_run_are_bounded_and_hold_its_beginning_and_its_end(width, positions):
    """A run of 64 wide and 800 steps kept 20 MB."""
    config = TrainerConfig(task="sort", d_model=width, steps=800, positions=positions)
    first = next(train(config))
    size = sum(tensor.nbytes for tensor in first.weights.values())
    kept = sorted(kept_steps(800, size))
    assert kept[0] == 0 and kept[-1] == 800 and set(kept) <= set(measured_steps(800))
    assert size * len(kept) <= SNAPSHOT_BYTES or len(kept) == 2
    gaps = [measured_steps(800).index(step) for step in kept]
    spread = [b - a for a, b in pairwise(gaps)]
    assert max(spread) - min(spread) <= 1, "even over the measurements, which are closest at the beginning"
    assert width > 64 or sum(step <= 60 for step in kept) >= 2


def test_a_run_that_keeps_few_snapshots_is_the_same_run(monkeypatch):
    settings = {"task": "copy", "steps": 30}
    whole = run(**settings)
    monkeypatch.setattr(trainer, "SNAPSHOT_BYTES", 3 * 104_000)
    few = list(train(TrainerConfig(**settings)))
    assert [step.step for step in recorded(few)] == [0, 15, 30]
    assert [(s.loss, s.accuracy, s.measured_at) for s in few] == [(s.loss, s.accuracy, s.measured_at) for s in whole]
    for step in recorded(few):
        assert measure(restore(TrainerConfig(**settings), step.weights), TrainerConfig(**settings)) == step.measurement


def test_a_run_that_diverges_keeps_its_last_state_within_the_same_bound(monkeypatch):
    monkeypatch.setattr(trainer, "SNAPSHOT_BYTES", 4 * 104_000)
    steps = list(train(TrainerConfig(learning_rate=10.0, steps=200)))
    assert steps[-1].diverged and steps[-1].weights is not None and len(recorded(steps)) <= 4


def test_a_run_that_is_stopped_is_the_beginning_of_the_whole_one():
    stopped = [step for step, _ in zip(train(TrainerConfig(task="copy")), range(23), strict=False)]
    assert [s.step for s in recorded(stopped)] == [s.step for s in recorded(run(task="copy")) if s.step < 23]


@pytest.mark.parametrize(
    "sizes", [(17, 2), (6, 8), (8, 8), (2, 257), (10**9, 8), (9, 10**400)], ids=lambda s: str(s)[:20]
)
def test_more_inputs_than_can_be_tried_are_refused_before_anything_is_trained(sizes):
    """The run went on, and its report failed at the end; 8 to the billion would not even have been counted."""
    length, alphabet = sizes
    for call in (
        lambda: bayes_ceiling("reverse", length, alphabet),
        lambda: train(TrainerConfig(length=length, alphabet=alphabet)),
    ):
        with pytest.raises(ValueError, match="inputs are too many to list"):
            call()


@pytest.mark.parametrize("sizes", [(16, 2), (5, 9), (2, 256), (1, 65_536)])
def test_as_many_inputs_as_can_be_tried_are(sizes):
    length, alphabet = sizes
    assert len(all_inputs(length, alphabet)) == alphabet**length <= 2**16


def test_a_run_on_as_many_inputs_as_there_may_be_has_a_report():
    config = TrainerConfig(length=16, alphabet=2, steps=1, d_model=2, n_layers=1)
    steps = list(train(config))
    assert steps[-1].measurement.inputs == 2**16 and "65,536 inputs" in ending(config, steps)


def test_learning_rate_rises_stays_and_falls():
    rates = [up_and_down(update, WARMUP, 200) for update in range(1, 201)]
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
