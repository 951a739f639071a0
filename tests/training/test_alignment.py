"""Where the heads look for the answer: measured right, and what the page says of it holds over seeds."""

import pytest
import torch

from core.training import (
    TrainerConfig,
    answer,
    answer_places,
    recorded,
    replay,
    share_if_alike,
    share_on_answer,
    shares_over_steps,
    train,
)
from tests.evidence import holds


@pytest.mark.parametrize("task", ["reverse", "copy", "sort"])
def test_the_letter_at_the_place_of_the_answer_is_the_answer(task):
    ids = torch.randint(8, (50, 4), generator=torch.Generator().manual_seed(0))
    assert torch.equal(ids.gather(1, answer_places(task, ids)), answer(task, ids))


def test_alike_is_what_a_mask_leaves_of_one_over_t():
    assert share_if_alike(TrainerConfig(task="reverse")) == share_if_alike(TrainerConfig(task="copy")) == 0.25
    assert share_if_alike(TrainerConfig(task="copy", mask="causal")) == pytest.approx((1 + 1 / 2 + 1 / 3 + 1 / 4) / 4)
    assert share_if_alike(TrainerConfig(task="reverse", mask="causal")) == pytest.approx((1 / 3 + 1 / 4) / 4)


@pytest.fixture(scope="module")
def run():
    config = TrainerConfig(seed=0)
    return config, recorded(list(train(config)))


@holds(
    "trainer",
    says="So that is measured, for each head, on all kinds of inputs",
    against="the maps of four inputs, cell by cell",
    within="0.1",
)
def test_the_share_is_the_mean_of_the_anti_diagonal_of_the_maps(run):
    """Over a few inputs by hand: the maps that the page shows, cell by cell."""
    config, steps = run
    inputs = ["AAAA", "CABD", "HGFE", "BEAD"]
    by_hand = sum(
        replay(config, steps[-1], text).attention.flip(-1).diagonal(dim1=1, dim2=2).mean(1) for text in inputs
    )
    assert share_on_answer(config, steps[-1]) == pytest.approx((by_hand / len(inputs)).tolist(), abs=0.1)


def test_every_recorded_step_has_a_share_of_every_head(run):
    config, steps = run
    shares = shares_over_steps(config, steps)
    assert len(shares) == 4 and all(len(head) == len(steps) for head in shares)
    assert [head[-1] for head in shares] == share_on_answer(config, steps[-1])


@holds(
    "trainer",
    says="some head ended with more than 85 % of its weight there",
    against="twenty trainings",
    within="every one of twenty seeds",
)
@holds("trainer", says="Not all heads do, and which ones differs", against="twenty trainings")
def test_in_each_of_twenty_seeds_some_head_ends_on_the_anti_diagonal_and_not_all_do_in_some():
    ends = []
    for seed in range(20):
        config = TrainerConfig(seed=seed)
        ends.append(share_on_answer(config, recorded(list(train(config)))[-1]))
    assert all(max(shares) > 0.85 for shares in ends)
    assert any(min(shares) < 0.5 for shares in ends)
    assert len({shares.index(max(shares)) for shares in ends}) > 1, "which head it is differs"
