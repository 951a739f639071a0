"""Beam search to the last digit: sums, ties, and the moment at which it may stop.

`Table` stands in for a model: the logits of the next token depend on the last one alone, and are what a test wants.
"""

import math
from itertools import product

import pytest
import torch
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from torch import nn

from core.decoding import Hypothesis, beam_search, beam_steps, beam_tree, generate, largest, most_probable, ranked
from core.decoding import beam as beam_module
from core.transformer import ModelConfig, Transformer
from tests.evidence import holds

BOS, EOS = 0, 1


class Table(nn.Module):
    """logits[t] [V] follow token t. The cache keeps only its length; the decoder's rows come from the ids fed."""

    def __init__(self, logits, max_len: int = 16):
        super().__init__()
        self.logits = torch.as_tensor(logits)
        self.config = ModelConfig(
            d_model=1, n_heads=1, d_ff=1, n_layers=1, vocab_size=len(logits), max_len=max_len, bos_id=BOS, eos_id=EOS
        )  # fmt: skip

    def encode(self, source, lesions=()):
        return torch.zeros(len(source), source.shape[1], 1)

    def padding(self, source):
        return None

    def decode(self, target, memory, memory_mask=None, cache=None, lesions=()):
        return self.logits[target]


SOURCE = torch.ones(1, 1, dtype=torch.long)


def table_log_prob(model: Table, ids) -> float:
    log_probs = model.logits.double().log_softmax(-1).tolist()
    return math.fsum(log_probs[a][b] for a, b in zip((BOS, *ids), ids, strict=False))


def without_stopping(model, longest, **options):
    """The same search, gone on with to the end of the room."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(beam_module, "_settled", lambda *_: False)
        return beam_steps(model, SOURCE, longest, **options)


tables = st.integers(3, 5).flatmap(
    lambda v: st.lists(st.lists(st.floats(-6, 6), min_size=v, max_size=v), min_size=v, max_size=v)
)


# --- when to stop -----------------------------------------------------------------------------------------------------


@settings(deadline=None, max_examples=200)
@given(tables, st.integers(2, 3), st.integers(1, 9), st.sampled_from([0.0, 0.2, 0.6, 1.0, 2.0, 5.0]))
def test_stopping_early_never_changes_the_best(logits, beams, longest, alpha):
    model, options = Table(logits), {"beams": beams, "length_penalty": alpha}
    steps, all_steps = beam_steps(model, SOURCE, longest, **options), without_stopping(model, longest, **options)
    assert steps == all_steps[: len(steps)]
    assert ranked(steps, beams)[0] == ranked(all_steps, beams)[0]


def test_an_open_hypothesis_that_looks_worse_may_still_win():
    """Two have ended, at −0.92 and −0.81, when the open one stands at −0.96. But what follows costs it next to nothing,
    and every token divides by more: it ends at −0.58. Comparing by the present length gave it up."""
    chances = torch.full((5, 5), 1e-9, dtype=torch.float64)
    chances[BOS, EOS], chances[BOS, 2] = 0.40, 0.60
    chances[2, EOS], chances[2, 3] = 0.55, 0.45
    chances[3, 4] = chances[4, EOS] = 1.0
    model = Table((chances / chances.sum(-1, keepdim=True)).log())
    steps = beam_steps(model, SOURCE, 12, beams=2, length_penalty=2.0)
    ended = [round(h.score, 2) for step in steps[:2] for h in step.ended]
    assert ended == [-0.92, -0.81] and round(steps[1].open[0].score, 2) == -0.96
    best = ranked(steps, 2)[0]
    assert best.ids == (2, 3, 4, EOS) and round(best.score, 2) == -0.58


def exhaustive(model: Table, longest: int, alpha: float) -> dict[tuple, float]:
    """The score of every target that ends within `longest` ids."""
    others = [token for token in range(len(model.logits)) if token != EOS]
    ended = [(*body, EOS) for n in range(longest) for body in product(others, repeat=n)]
    return {ids: Hypothesis(ids, table_log_prob(model, ids), True, alpha).score for ids in ended}


@holds(
    "sampling", shows="the best hypothesis", against="all targets there are, tried one after another", within="1e-12"
)
@settings(deadline=None, max_examples=60)
@given(st.integers(0, 10_000), st.sampled_from([0.0, 0.6, 1.0, 3.0]), st.integers(1, 4))
def test_beams_for_every_prefix_find_the_best_of_all_targets(seed, alpha, longest):
    """Of 27 tokens only three are likely, EOS among them: 27 beams hold all 2 + 4 + 8 prefixes worth holding."""
    draws = torch.randn(27, 27, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)
    draws[:, 4:] = draws[:, BOS] = -torch.inf
    model = Table(draws)
    small = Table(draws[:4, :4])
    found = beam_search(model, SOURCE, longest, beams=27, length_penalty=alpha)
    scores = {ids: score for ids, score in exhaustive(small, longest, alpha).items() if score > -math.inf}
    best = max(scores, key=scores.get)
    assert found[0].ids == best and found[0].score == pytest.approx(scores[best], abs=1e-12)
    steps = beam_steps(model, SOURCE, longest, beams=27, length_penalty=alpha)
    assert {h.ids for step in steps for h in step.ended if h.log_prob > -math.inf} <= scores.keys()


# --- ties -------------------------------------------------------------------------------------------------------------


@settings(deadline=None, max_examples=100)
@given(
    st.lists(
        st.lists(st.sampled_from([0.0, 1.0, 1.0 + 2**-52, -3.0, 1e-17]), min_size=6, max_size=6), min_size=6, max_size=6
    )
)
def test_one_beam_is_greedy_on_ties_too(logits):
    model = Table(torch.tensor(logits, dtype=torch.float64))
    best = beam_search(model, SOURCE, 8, beams=1)
    assert list(best[0].ids) == generate(model, SOURCE, 8)[0].tolist()


@settings(deadline=None, max_examples=100)
@given(tables, st.sampled_from([0.0, 0.6, 5.0]))
def test_one_beam_is_greedy_whatever_the_length_penalty(logits, alpha):
    """Also where a second choice, followed on, would have ended with a better score."""
    model = Table(logits)
    best = beam_search(model, SOURCE, 8, beams=1, length_penalty=alpha)
    assert list(best[0].ids) == generate(model, SOURCE, 8)[0].tolist()


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_of_three_equal_best_ids_the_lowest_is_taken_by_every_rule(dtype):
    """Greedy took 17, the search 2333, of a vocabulary as large as the translator's."""
    row = torch.zeros(4000, dtype=dtype)
    row[[17, 1200, 2333]] = 5.0
    model = Table(row.expand(4000, -1))
    assert generate(model, SOURCE, 1)[0].tolist() == [17]
    assert [h.ids for h in beam_search(model, SOURCE, 1, beams=3)] == [(17,), (1200,), (2333,)]
    assert most_probable(row, 3)[0] == largest(row, 3).tolist() == [17, 1200, 2333]


def test_logits_that_differ_by_less_than_their_probabilities_can_are_still_in_order():
    """In float32 the logarithms of the two probabilities are equal; the logits are not."""
    row = torch.tensor([0.0, -50.0, 1e-9, 2e-9])
    assert row.log_softmax(-1)[2] == row.log_softmax(-1)[3]
    model = Table(row.expand(4, -1))
    assert beam_search(model, SOURCE, 3, beams=1)[0].ids == (3, 3, 3) == tuple(generate(model, SOURCE, 3)[0].tolist())


def test_equal_children_of_equal_parents_go_in_the_order_of_their_parents():
    model = Table(torch.zeros(4, 4))
    steps = beam_steps(model, SOURCE, 2, beams=3)
    assert [h.ids for h in steps[0].open] == [(0,), (2,), (3,)][: len(steps[0].open)]
    assert [h.ids for h in steps[1].open][:2] == [(0, 0), (0, 2)]
    assert [node.token for node in beam_tree(steps, 3) if node.step == 1][:2] == [0, 2]


values = st.lists(st.sampled_from([0.0, 1.0, 2.0, -math.inf, math.nan, 2.0 + 2**-51]), min_size=1, max_size=30)


@given(values, st.integers(0, 40))
@settings(deadline=None)
def test_largest_is_the_beginning_of_a_stable_sort(numbers, k):
    numbers = torch.tensor(numbers, dtype=torch.float64)
    assert torch.equal(largest(numbers, k), numbers.sort(descending=True, stable=True).indices[:k])


# --- sums -------------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("float64")
@pytest.mark.parametrize("beams", [1, 4, 11])
@pytest.mark.parametrize("seed", range(2))
def test_log_probabilities_are_those_of_teacher_forcing_at_1e_12(small_config, build, random_ids, beams, seed):
    config = small_config(bos_id=1, eos_id=2, max_len=48)
    model, source = build(config, seed=seed), random_ids(1, 5, seed=seed)
    for h in beam_search(model, source, 48, beams=beams):
        target = torch.tensor([[1, *h.ids]])
        log_probs = model(source, target[:, :-1])[0].log_softmax(-1)
        exact = math.fsum(log_probs[range(len(h.ids)), list(h.ids)].tolist())
        assert h.log_prob == pytest.approx(exact, abs=1e-12)
        assert h.score == pytest.approx(exact / ((5 + len(h.ids)) / 6) ** 0.6, abs=1e-12)


def test_a_sum_over_float32_logits_is_a_float64_sum():
    """Added up in float32 it was off by 4e-7 after 40 tokens."""
    logits = torch.randn(50, 50, generator=torch.Generator().manual_seed(0))
    logits[:, EOS] = -20
    model = Table(logits, max_len=64)
    (h,) = beam_search(model, SOURCE, 60, beams=1)
    assert len(h.ids) == 60 and h.log_prob == pytest.approx(table_log_prob(model, h.ids), abs=1e-12)


# --- what cannot be done ----------------------------------------------------------------------------------------------


@given(st.floats(0, 5000), st.integers(1, 16))
@settings(deadline=None, max_examples=60)
def test_a_length_penalty_is_either_refused_or_gives_finite_scores(alpha, longest):
    model = Table(torch.zeros(3, 3))
    assume(alpha < 600 or alpha > 800)  # the limit itself is a matter of rounding
    try:
        found = beam_search(model, SOURCE, longest, beams=2, length_penalty=alpha)
    except ValueError as error:
        assert "too large" in str(error) and longest > 1
        return
    assert all(math.isfinite(h.score) for h in found)


@pytest.mark.parametrize("alpha", [1000, math.inf, 1e300])
def test_a_length_penalty_beyond_floats_is_refused(alpha, small_config):
    model = Transformer(small_config())
    with pytest.raises(ValueError, match=r"length_penalty=.* is too large for 8 tokens"):
        beam_search(model, SOURCE, 8, length_penalty=alpha)
