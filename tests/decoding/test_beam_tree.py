"""The tree of a beam search, and the head of a distribution."""

import pytest
import torch

from core.decoding import beam_steps, beam_tree, filter_logits, ranked, shown_ids, with_rest
from core.transformer import Transformer
from tests.evidence import holds


@pytest.fixture(scope="module")
def search(small_config):
    model = Transformer(small_config(eos_id=3), torch.Generator().manual_seed(4)).eval()
    return beam_steps(model, torch.tensor([[1, 2, 5, 4]]), 8, beams=3)


def test_every_node_has_its_parent_among_the_open_ones_of_the_step_before(search):
    nodes = beam_tree(search, 3)
    for node in nodes:
        if node.step == 1:
            assert node.parent == 0
            continue
        parent = next(n for n in nodes if n.step == node.step - 1 and n.rank == node.parent)
        assert parent.kind == "open"
        assert node.log_prob <= parent.log_prob, "a longer hypothesis cannot be more probable than its beginning"


@holds("sampling", shows="the outlined way through the tree", against="the best hypothesis of the search")
def test_the_best_way_spells_the_result(search):
    best = ranked(search, 3)[0]
    way = [node for node in beam_tree(search, 3) if node.best]
    assert tuple(node.token for node in sorted(way, key=lambda n: n.step)) == best.ids
    assert way[-1].score == pytest.approx(best.score)


def test_dropped_ones_score_no_better_than_the_open_ones_of_their_step(search):
    nodes = beam_tree(search, 3)
    for step in {node.step for node in nodes}:
        of_step = [node for node in nodes if node.step == step]
        worst = min(node.log_prob for node in of_step if node.kind == "open")
        dropped = [n for n in of_step if n.kind == "dropped" and n.token != 3]
        assert all(node.log_prob <= worst for node in dropped)


@holds("sampling", says="the most probable are listed, the others summed up", against="a list sorted by hand")
def test_shown_ids_are_the_largest_and_the_rest_is_summed():
    logits = torch.tensor([0.0, 2.0, 1.0, 2.0, -1.0])
    ids = shown_ids(logits, 2)
    assert ids == [1, 3]
    listed = with_rest(filter_logits(logits).raw, ids)
    assert len(listed) == 3 and sum(listed) == pytest.approx(1.0)
    assert shown_ids(logits, 9) == [0, 1, 2, 3, 4] and len(with_rest(logits, [0, 1, 2, 3, 4])) == 5
