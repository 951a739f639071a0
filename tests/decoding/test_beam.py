"""Beam search against brute force, teacher forcing and greedy decoding."""

from itertools import pairwise, product

import pytest
import torch

from core.decoding import Hypothesis, beam_search, beam_steps, generate, ranked
from core.transformer import Lesion
from tests.evidence import holds


@pytest.fixture(scope="module")
def model(small_config, build):
    return build(small_config(vocab_size=5, bos_id=1, eos_id=2, pad_id=0), seed=2)


@pytest.fixture(scope="module")
def source(random_ids):
    return random_ids(1, 5, vocab_size=5)


def log_prob(model, source, ids) -> float:
    """Of a whole target, by one pass with teacher forcing."""
    target = torch.tensor([[model.config.bos_id, *ids]])
    log_probs = model(source, target[:, :-1]).double().log_softmax(-1)
    return log_probs.gather(-1, target[:, 1:, None]).sum().item()


def finished_targets(vocab_size, eos, longest):
    """Every sequence that ends with EOS, and has it nowhere else, of at most `longest` ids."""
    others = [token for token in range(vocab_size) if token != eos]
    return [(*body, eos) for n in range(longest) for body in product(others, repeat=n)]


@holds(
    "sampling",
    says=r"compares what has ended by $\log p$ over a length penalty",
    against="log p of one pass over the whole target, and the formula of Wu et al.",
    within="1e-4",
)
@pytest.mark.parametrize("alpha", [0.0, 0.6, 1.0])
def test_log_probabilities_are_those_of_teacher_forcing_and_scores_the_papers(model, source, alpha):
    found = beam_search(model, source, 8, beams=4, length_penalty=alpha)
    assert len(found) == 4 == len({h.ids for h in found})
    for h in found:
        assert h.log_prob == pytest.approx(log_prob(model, source, h.ids), abs=1e-4)
        assert h.score == pytest.approx(h.log_prob / ((5 + len(h.ids)) / 6) ** alpha)
        assert h.ended == (h.ids[-1] == 2) and 2 not in h.ids[:-1]


@pytest.mark.parametrize("seed", range(3))
def test_the_cache_follows_the_hypotheses_when_they_change_places(small_config, build, random_ids, seed):
    model, source = build(small_config(bos_id=1), seed=seed), random_ids(1, 5, seed=seed)
    steps = beam_steps(model, source, 6, beams=6)
    orders = [[before.open.index(h) for h in openings] for before, openings in parents_of(steps)]
    assert any(order != sorted(order) for order in orders)  # they do change places
    for h in steps[-1].open:
        assert h.log_prob == pytest.approx(log_prob(model, source, h.ids), abs=1e-4)


def parents_of(steps):
    """For every step but the last: the step, and the parents of what is open after the next one."""
    for before, after in pairwise(steps):
        known = {h.ids: h for h in before.open}
        yield before, [known[h.ids[:-1]] for h in after.open]


def test_the_length_penalty_of_wu_et_al():
    h = Hypothesis((3,) * 7, -6.0, False, 0.5)
    assert h.score == pytest.approx(-6.0 / 2**0.5)  # (5 + 7) / 6 = 2
    assert Hypothesis((3,), -6.0, False, 0.9).score == -6.0  # (5 + 1) / 6 = 1


@pytest.mark.parametrize("seed", range(4))
def test_a_beam_that_is_wide_enough_finds_the_best_of_all(small_config, build, random_ids, seed):
    model = build(small_config(vocab_size=4, bos_id=1, eos_id=2), seed=seed)
    source = random_ids(1, 4, seed=seed, vocab_size=4)
    scores = {ids: log_prob(model, source, ids) for ids in finished_targets(4, 2, longest=2)}
    best = sorted(scores, key=scores.get, reverse=True)
    found = [h for h in beam_search(model, source, 2, beams=4, length_penalty=0.0) if h.ended]
    assert [h.ids for h in found] == best[: len(found)] and found


@pytest.mark.parametrize("seed", range(6))
def test_one_beam_is_greedy(small_config, build, random_ids, seed):
    model = build(small_config(bos_id=1, eos_id=2), seed=seed)
    source = random_ids(1, 5, seed=seed)
    best = beam_search(model, source, 12, beams=1)
    assert len(best) == 1 and list(best[0].ids) == generate(model, source, 12)[0].tolist()


def test_more_beams_find_at_least_what_greedy_finds_somewhere_better(small_config, build, random_ids):
    """Not in every single case, but over many sources the sum of log p of the best must not fall."""
    model = build(small_config(bos_id=1), seed=1)  # nothing ends: lengths are equal
    totals = [0.0, 0.0]
    for seed in range(8):
        source = random_ids(1, 5, seed=seed)
        for index, beams in enumerate((1, 4)):
            totals[index] += beam_search(model, source, 6, beams=beams)[0].log_prob
    assert totals[1] > totals[0]


def test_best_first_and_ended_before_open(model, source):
    found = beam_search(model, source, 6, beams=4)
    for part in ([h for h in found if h.ended], [h for h in found if not h.ended]):
        assert [h.score for h in part] == sorted((h.score for h in part), reverse=True)
    assert [h.ended for h in found] == sorted((h.ended for h in found), reverse=True)


def test_without_an_end_every_hypothesis_has_full_length(small_config, build, random_ids):
    model = build(small_config(bos_id=1))
    found = beam_search(model, random_ids(1, 5), 7, beams=3)
    assert [len(h.ids) for h in found] == [7] * 3 and not any(h.ended for h in found)


@holds(
    "sampling",
    says="so that short sentences do not win merely by being short",
    against="the lengths found without a penalty, over six sources",
    within="",
)
def test_a_high_penalty_favours_length(small_config, build, random_ids):
    model = build(small_config(vocab_size=5, bos_id=1, eos_id=2), seed=2)
    lengths = []
    for alpha in (0.0, 3.0):
        found = [
            beam_search(model, random_ids(1, 4, seed=s, vocab_size=5), 12, length_penalty=alpha)[0] for s in range(6)
        ]
        lengths.append(sum(len(h.ids) for h in found))
    assert lengths[1] > lengths[0]


@holds(
    "sampling",
    says="**Beam search** keeps the few best beginnings at every step",
    against="what was dropped at each step: none of it is more probable",
)
def test_the_steps_are_a_tree(model, source):
    steps = beam_steps(model, source, 6, beams=3)
    parents = {()}
    for depth, step in enumerate(steps, start=1):
        children = step.open + step.ended + step.dropped
        assert all(len(h.ids) == depth and h.ids[:-1] in parents for h in children)
        assert len(step.open) <= 3 and all(h.ended for h in step.ended) and not any(h.ended for h in step.open)
        best_dropped = max((h.log_prob for h in step.dropped if not h.ended), default=-torch.inf)
        assert min(h.log_prob for h in step.open) >= best_dropped
        parents = {h.ids for h in step.open}
    assert ranked(steps, 3) == beam_search(model, source, 6, beams=3)


def test_padding_on_the_source_changes_nothing(model, source):
    padded = torch.cat([source, torch.zeros(1, 3, dtype=torch.long)], 1)
    found, same = beam_search(model, source, 8), beam_search(model, padded, 8)
    assert [h.ids for h in found] == [h.ids for h in same]
    assert [h.log_prob for h in found] == pytest.approx([h.log_prob for h in same], abs=1e-4)


def test_a_lesion_is_searched_with(model, source):
    cut = [Lesion("decoder", 0, "layer"), Lesion("encoder", 0, "layer")]
    best = beam_search(model, source, 4, lesions=cut)[0]
    target = torch.tensor([[1, *best.ids]])
    log_probs = model(source, target[:, :-1], lesions=cut).double().log_softmax(-1)
    assert best.log_prob == pytest.approx(log_probs.gather(-1, target[:, 1:, None]).sum().item(), abs=1e-4)


def test_the_mode_is_given_back_and_dropout_off(small_config, build, source):
    model = build(small_config(dropout=0.5, bos_id=1)).train()
    first, second = beam_search(model, source, 5), beam_search(model, source, 5)
    assert first == second and model.training


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"beams": 0}, "beams=0 must be between 1 and 5"),
        ({"beams": 6}, "beams=6"),
        ({"length_penalty": -0.1}, "length_penalty=-0.1 must be at least 0"),
        ({"length_penalty": float("nan")}, "length_penalty=nan"),
        ({"max_new_tokens": 17}, "max_new_tokens=17 must be between 1 and max_len=16"),
        ({"max_new_tokens": 0}, "max_new_tokens=0"),
    ],
)
def test_what_cannot_be_done_is_refused(model, source, arguments, message):
    with pytest.raises(ValueError, match=message):
        beam_search(model, source, **{"max_new_tokens": 4} | arguments)


def test_one_source_at_a_time(model, source):
    with pytest.raises(ValueError, match="one source at a time, not 2"):
        beam_search(model, source.expand(2, -1), 4)
