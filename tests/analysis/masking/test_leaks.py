"""The leak test, teacher forcing, and training under a mask that leaks."""

import math

import pytest
import torch

from core.analysis.masking import leak_test, painted_mask, teacher_forcing
from core.training import best_loss, mark_illegal, peeking_loss, rule_mask, train_with
from core.training.leaky_training import sentences
from tests.evidence import holds


@holds(
    "kv_cache",
    says="Inside the decoder every token looks back.",
    against="the earlier outputs after each later token was changed, to the last bit",
)
@pytest.mark.parametrize("n_layers", [1, 2, 3])
def test_under_a_causal_mask_no_earlier_output_moves_by_a_single_bit(n_layers):
    moved = leak_test(rule_mask("causal", 8), n_layers=n_layers)
    assert (moved.triu(1) == 0).all()
    assert (moved[torch.tril(torch.ones(8, 8)).bool()] > 0).all()


def test_in_one_layer_exactly_the_visible_tokens_move_an_output():
    mask = painted_mask("window", 8, [(1, 6)])
    own = torch.eye(8, dtype=torch.bool)  # the residual connection carries a token past any mask
    assert torch.equal(leak_test(mask) > 0, mask | own)


def test_what_leaks_in_the_first_layer_travels_on_in_the_second():
    mask = painted_mask("causal", 6, [(2, 4)])
    one, two = (leak_test(mask, n_layers=n).triu(1) > 0 for n in (1, 2))
    assert one.nonzero().tolist() == [[2, 4]]
    assert [2, 3] in two.nonzero().tolist() and [3, 4] in two.nonzero().tolist()


@pytest.mark.parametrize("rule", ["causal", "window"])
def test_one_pass_gives_the_losses_of_many(rule):
    both = teacher_forcing(rule_mask(rule, 12))
    assert both.one_pass == pytest.approx(both.separate, abs=1e-12)
    assert len(both.one_pass) == 12 and len(both.tokens) == 13


def test_under_a_leaky_mask_one_pass_is_another_model():
    both = teacher_forcing(rule_mask("peek", 6))
    gaps = [abs(a - b) for a, b in zip(both.one_pass, both.separate, strict=True)]
    assert min(gaps[:-1]) > 1e-3 and gaps[-1] < 1e-12  # the last position has nothing to peek at


def test_sentences_follow_the_language():
    steps = sentences(200, 9, torch.Generator().manual_seed(3)).diff(dim=1) % 8
    assert set(steps.unique().tolist()) == {1, 2}
    assert mark_illegal("ABDDH") == "ABD×D×H" and mark_illegal("HB") == "HB" and mark_illegal("") == ""


@pytest.fixture(scope="module")
def causal():
    return train_with("causal", 1)


@pytest.mark.parametrize("rule", ["peek", "all"])
def test_a_leak_lowers_the_training_loss_and_ruins_the_writing(causal, rule):
    leaky = train_with(rule, 1)
    assert causal.losses[0] == pytest.approx(leaky.losses[0], abs=0.3)  # the same start, near ln 8
    assert best_loss() - 0.02 < causal.trained_loss < best_loss() + 0.05
    assert causal.honest_loss == pytest.approx(causal.trained_loss, abs=1e-5)
    assert peeking_loss() - 0.02 < leaky.trained_loss < 0.3
    assert leaky.honest_loss > best_loss() + 0.5
    assert causal.legal > 0.97 and leaky.legal < 0.75


def test_training_is_the_same_every_time(causal):
    assert train_with("causal", 1) == causal
    assert best_loss() == math.log(2) and peeking_loss() == math.log(2) / 8
