"""The leak test, teacher forcing, and training under a mask that leaks."""

import math

import pytest
import torch

from core.analysis.masking import leak_test, painted_mask, teacher_forcing, work_of_passes_in_words
from core.training import best_loss, guessed_legal, leaky_training, mark_illegal, peeking_loss, rule_mask, train_with
from core.training.leaky_training import sentences
from tests.evidence import holds


@holds(
    "kv_cache",
    says="Inside the decoder every token looks back.",
    against="the earlier outputs after each later token was changed, to the last bit",
)
@holds(
    "causal_mask",
    says="may look back, never ahead",
    against="the outputs before a token was changed, of one to three layers",
)
@pytest.mark.parametrize("n_layers", [1, 2, 3])
def test_under_a_causal_mask_no_earlier_output_moves_by_a_single_bit(n_layers):
    moved = leak_test(rule_mask("causal", 8), n_layers=n_layers)
    assert (moved.triu(1) == 0).all()
    assert (moved[torch.tril(torch.ones(8, 8)).bool()] > 0).all()


@holds(
    "causal_mask",
    shows="which outputs move in the leak test",
    against="the cells that the mask shows, of a mask that leaks",
)
def test_in_one_layer_exactly_the_visible_tokens_move_an_output():
    mask = painted_mask("window", 8, [(1, 6)])
    own = torch.eye(8, dtype=torch.bool)  # the residual connection carries a token past any mask
    assert torch.equal(leak_test(mask) > 0, mask | own)


@holds(
    "causal_mask",
    says="what leaks in the first travels on in the next",
    against="the outputs that move in one layer and in two",
)
def test_what_leaks_in_the_first_layer_travels_on_in_the_second():
    mask = painted_mask("causal", 6, [(2, 4)])
    one, two = (leak_test(mask, n_layers=n).triu(1) > 0 for n in (1, 2))
    assert one.nonzero().tolist() == [[2, 4]]
    assert [2, 3] in two.nonzero().tolist() and [3, 4] in two.nonzero().tolist()


@holds(
    "causal_mask",
    says="position *t* computes just what it would compute if the text ended there",
    against="a pass of its own for each of twelve beginnings",
    within="1e-12",
)
@holds("causal_mask", says="asks at every position for the next one", against="twelve losses for thirteen tokens")
@holds(
    "causal_mask",
    says="the same that T passes over ever longer beginnings would give",
    against="a pass of its own for each of twelve beginnings",
    within="1e-12",
)
@pytest.mark.parametrize("rule", ["causal", "window"])
def test_one_pass_gives_the_losses_of_many(rule):
    both = teacher_forcing(rule_mask(rule, 12))
    assert both.one_pass == pytest.approx(both.separate, abs=1e-12)
    assert len(both.one_pass) == 12 and len(both.tokens) == 13


def test_under_a_leaky_mask_one_pass_is_another_model():
    both = teacher_forcing(rule_mask("peek", 6))
    gaps = [abs(a - b) for a, b in zip(both.one_pass, both.separate, strict=True)]
    assert min(gaps[:-1]) > 1e-3 and gaps[-1] < 1e-12  # the last position has nothing to peek at


@holds(
    "causal_mask", says="each is followed by the next letter or the next but one", against="the steps of 200 sentences"
)
def test_sentences_follow_the_language():
    steps = sentences(200, 9, torch.Generator().manual_seed(3)).diff(dim=1) % 8
    assert set(steps.unique().tolist()) == {1, 2}
    assert mark_illegal("ABDDH") == "ABD×D×H" and mark_illegal("HB") == "HB" and mark_illegal("") == ""


@pytest.fixture(scope="module")
def causal():
    return train_with("causal", 1)


@holds(
    "causal_mask",
    says="When it has to write, there is nothing to read",
    against="the best possible loss, ln 2",
    within="at least 0.5 nats above it, under both leaky masks",
)
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


@holds(
    "causal_mask",
    says="the next letter or the next but one, with equal chance",
    against="one half, over 16,000 steps",
    within="0.02",
)
@holds("causal_mask", says="where guessing gives a quarter", against="two letters of eight, counted in the sentences")
def test_both_letters_that_may_follow_are_equally_likely_and_guessing_is_right_in_a_quarter():
    ids = sentences(2000, 9, torch.Generator().manual_seed(3))
    assert ids.unique().tolist() == list(range(8))
    steps = ids.diff(dim=1) % 8
    assert float((steps == 1).double().mean()) == pytest.approx(0.5, abs=0.02)
    assert guessed_legal() == len(steps.unique()) / len(ids.unique()) == 0.25


@holds(
    "causal_mask",
    says="from the same start, on the same sentences",
    against="each other: the weights before the first step, and every batch",
)
@pytest.mark.parametrize("rule", ["peek", "all"])
def test_the_two_models_have_the_same_start_and_the_same_sentences(monkeypatch, rule):
    """What the loss is computed of, caught on its way: before the first update also the weights."""
    seen = {}

    def caught(model, tokens, mask):
        seen.setdefault("weights", {name: tensor.clone() for name, tensor in model.state_dict().items()})
        seen.setdefault("tokens", []).append(tokens)
        return loss(model, tokens, mask)

    loss = leaky_training._loss
    monkeypatch.setattr(leaky_training, "_loss", caught)
    runs = []
    for mask in ("causal", rule):
        seen = {}
        train_with(mask, 1, steps=3)
        runs.append(seen)
    one, other = runs
    assert all(torch.equal(tensor, other["weights"][name]) for name, tensor in one["weights"].items())
    assert len(one["tokens"]) == 4, "three batches and what is measured"
    assert all(torch.equal(a, b) for a, b in zip(one["tokens"], other["tokens"], strict=True))


@holds("causal_mask", shows="how many positions the separate passes compute", against="their sum, added up")
def test_the_work_of_separate_passes_is_counted():
    assert (
        work_of_passes_in_words(12) == f"One pass computes 12 positions; the 12 separate ones compute {sum(range(13))}."
    )
