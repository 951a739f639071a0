import math
from dataclasses import replace

import pytest
import torch

from core.training import DeepStackConfig, deep_stack, depth_experiment, four_runs, verdict
from core.transformer import Encoder
from tests.evidence import holds

HOT = DeepStackConfig(depth=4, learning_rate=1.5e-2, steps=40)


def test_at_a_high_rate_pre_norm_learns_and_post_norm_stays_at_guessing():
    post, pre = (list(deep_stack(replace(HOT, norm_place=place))) for place in ("post", "pre"))
    assert verdict(post) == "stuck" and verdict(pre) == "learned"
    assert post[-1].loss > 0.9 * math.log(8) > 0.5 > pre[-1].loss


@holds(
    "pre_norm",
    shows="how post-norm ends without warm-up and with it",
    against="the verdict on both runs at the settings of the page",
)
def test_at_the_default_settings_warm_up_is_what_post_norm_needs():
    cold, warm = (list(deep_stack(DeepStackConfig("post", warmup=steps))) for steps in (0, 40))
    assert verdict(cold) == "unfinished" and verdict(warm) == "learned"


def test_same_config_same_curve_to_the_last_digit():
    config = DeepStackConfig(depth=2, steps=4)
    assert list(deep_stack(config)) == list(deep_stack(config)) != list(deep_stack(replace(config, seed=1)))


@holds(
    "pre_norm",
    says="with a rate that climbs to it in a straight line",
    against="quarters of the full rate, over four steps",
    within="1e-6",
)
def test_warm_up_raises_the_rate_linearly():
    rates = [step.learning_rate for step in deep_stack(DeepStackConfig(depth=1, steps=5, warmup=4))]
    assert rates == pytest.approx([8e-3 * factor for factor in (0.25, 0.5, 0.75, 1, 1)])
    assert next(deep_stack(DeepStackConfig(depth=1))).learning_rate == 8e-3


@holds("pre_norm", says="Four runs from the same seed", against="each other, setting by setting")
def test_four_runs_differ_in_norm_place_and_warm_up_alone():
    runs = [step.config for step in four_runs(warmup=3, depth=1, steps=1)]
    assert [(c.norm_place, c.warmup) for c in runs] == [("post", 0), ("post", 3), ("pre", 0), ("pre", 3)]
    assert len({replace(c, norm_place="pre", warmup=0) for c in runs}) == 1


@holds("pre_norm", says="on the same batches", against="each other, batch by batch")
def test_the_four_runs_see_the_same_batches(monkeypatch):
    seen = []

    class Watched(Encoder):
        def forward(self, ids, *others, **options):
            seen.append(ids)
            return super().forward(ids, *others, **options)

    monkeypatch.setattr(depth_experiment, "Encoder", Watched)
    list(four_runs(warmup=2, depth=1, steps=3))
    first, *others = torch.stack(seen).unflatten(0, (4, 3))
    assert all(torch.equal(first, other) for other in others)


def test_verdicts():
    (step,) = deep_stack(DeepStackConfig(depth=1, steps=1))

    def run(losses, accuracy=0.2):
        return [replace(step, loss=loss, accuracy=accuracy) for loss in losses]

    assert verdict(run([2.0] * 10 + [4.0] * 10)) == "diverged"
    assert verdict(run([2.0] * 3 + [math.nan])) == "diverged"
    assert verdict(run([2.0] * 20)) == "stuck"
    assert verdict(run([2.0] * 10 + [1.2] * 10)) == "unfinished"
    assert verdict(run([2.0] * 10 + [0.1] * 10, accuracy=0.95)) == "learned"
    with pytest.raises(ValueError, match="without steps"):
        verdict([])


@pytest.mark.parametrize(
    "changes", [{"depth": 0}, {"depth": 25}, {"steps": 301}, {"warmup": -1}, {"learning_rate": 0}, {"norm_place": "in"}]
)
def test_impossible_settings_are_refused(changes):
    with pytest.raises(ValueError, match=r"must|allowed"):
        DeepStackConfig(**changes)


@pytest.mark.parametrize("wrong", [{"warmup": -1}, {"depth": 99}, {"steps": 0}, {"learning_rate": 2.0}], ids=str)
def test_four_runs_that_cannot_be_made_are_refused_before_the_first_step(wrong):
    with pytest.raises(ValueError, match=next(iter(wrong))):
        four_runs(**wrong)
