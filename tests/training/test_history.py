"""Replays, cuts, and what a run is said to have come to."""

from functools import cache

import pytest
import torch

from core.training import TrainerConfig, ablations, curves, ending, outcome, recorded, replay, train
from core.transformer import Lesion
from tests.evidence import holds


@cache
def run(task: str = "reverse", mask: str = "bidirectional", steps: int | None = None):
    config = TrainerConfig(task=task, mask=mask, steps=steps)
    return config, list(train(config))


@holds("trainer", says="the probe is run through them", against="the probe reversed by hand")
def test_trn_05_expected_and_answered_stand_side_by_side():
    config, steps = run()
    seen = replay(config, steps[-1], "CABD")
    assert (seen.given, seen.expected, seen.answered, seen.right) == ("CABD", "DBAC", "DBAC", [True] * 4)


def test_trn_07_token_and_sequence_accuracy_differ():
    _, steps = run()
    partly = next(step for step in recorded(steps) if 0.5 < step.accuracy < 0.99)
    assert partly.sequence_accuracy < partly.accuracy
    assert partly.accuracy == pytest.approx(sum(partly.per_position_accuracy) / 4)


def test_att_06_rows_sum_to_one_and_replays_are_identical():
    config, steps = run()
    first, again = (replay(config, steps[-1], "CABD").attention for _ in range(2))
    assert torch.equal(first, again)
    torch.testing.assert_close(first.sum(-1), torch.ones(4, 4), rtol=0, atol=1e-6)


@holds("trainer", says="position $i$ sees only the positions up to $i$", against="0 above the diagonal of every map")
def test_under_the_causal_mask_nothing_looks_ahead():
    config, steps = run(mask="causal", steps=30)
    assert replay(config, steps[-1], "CABD").attention.triu(1).abs().max() == 0


def test_reversing_concentrates_on_the_anti_diagonal():
    config, steps = run()
    before, after = (replay(config, step, "CABD").attention for step in (steps[0], steps[-1]))
    anti = torch.arange(4), torch.arange(3, -1, -1)
    assert after[:, *anti].amax(0).mean() > 0.6 > before[:, *anti].amax(0).mean()


def test_cutting_a_head_out_costs_accuracy_and_leaves_the_snapshot_alone():
    config, steps = run()
    kept = {name: tensor.clone() for name, tensor in steps[-1].weights.items()}
    results = ablations(config, steps[-1])
    assert results["nothing"].accuracy == 1
    assert min(result.accuracy for result in results.values()) < 0.9
    assert all(torch.equal(kept[name], tensor) for name, tensor in steps[-1].weights.items())


def test_a_replay_takes_lesions():
    config, steps = run()
    cut = replay(config, steps[-1], "CABD", [Lesion("encoder", layer, "self_attn") for layer in range(2)])
    assert cut.answered != cut.expected


def test_outcomes():
    config, steps = run()
    solved = outcome(config, steps)
    assert solved.kind == "solved" and steps[solved.at].accuracy == 1 and steps[solved.at - 1].accuracy < 1
    causal, causal_steps = run(mask="causal")
    assert outcome(causal, causal_steps).kind == "ceiling"
    assert "56.25 %" in ending(causal, causal_steps) and "the most that this mask allows" in ending(
        causal, causal_steps
    )
    assert outcome(config, steps[:10]).kind == "short"
    assert "Stopped at step 9 of 120" in ending(config, steps[:10])


def test_curves_put_runs_on_one_axis():
    config, steps = run()
    other = TrainerConfig(mask="causal", steps=200)
    xs, series = curves({config: recorded(steps), other: []}, lambda step: step.accuracy)
    assert xs[0] == 0 and xs[-1] == 200
    assert series["bidirectional"][xs.index(120)] == 1 and all(y != y for y in series["causal"])


def test_runs_with_the_same_mask_do_not_cover_each_other():
    """Two seeds under one mask gave one curve, that of the second."""
    configs = [TrainerConfig(steps=5), TrainerConfig(steps=5, seed=1), TrainerConfig(steps=5, seed=1, batch=16)]
    configs.append(TrainerConfig(steps=5, mask="causal"))
    runs = {config: list(train(config)) for config in configs}
    _, series = curves(runs, lambda step: step.loss)
    assert list(series) == [
        "bidirectional, seed 0, batch 64",
        "bidirectional, seed 1, batch 64",
        "bidirectional, seed 1, batch 16",
        "causal",
    ]
    assert list(series.values()) == [[step.loss for step in steps] for steps in runs.values()]


@holds("trainer", says="two layers with two heads each", against="the maps of one pass: four of them")
@holds(
    "trainer",
    says="it reads all four at once and answers all four at once",
    against="one pass: no decoder, no hidden letter, four answers",
)
def test_the_model_is_an_encoder_that_reads_all_four_letters_and_answers_all_four_in_one_pass():
    config, steps = run()
    seen = replay(config, steps[0], "CABD")
    assert seen.trace.decoder == () and seen.trace.logits.shape == (1, 4, 8)
    assert seen.attention.shape == (2 * 2, 4, 4) and (seen.attention > 0).all(), "two layers of two heads"
