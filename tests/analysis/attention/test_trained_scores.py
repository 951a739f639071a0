"""The scores of a trained model: their spread is measured on what is not hidden."""

import pytest

from core.analysis.attention import score_spreads
from core.models import translator
from core.models.translator import traced_translation
from tests.evidence import holds


@pytest.fixture(scope="module")
def trace():
    return traced_translation(translator.load(), "I bought a new car yesterday.").trace


@holds(
    "scaling",
    shows="the spread of the trained translator's scores",
    against="mean and deviation of one layer in plain Python",
    within="1e-6",
)
def test_every_attention_has_a_spread_of_its_visible_scores(trace):
    spreads = score_spreads(trace)
    assert len(spreads) == 9
    scores = trace.decoder[0].self_attn.scores
    seen = [x for x in scores.flatten().tolist() if x > float("-inf")]
    mean = sum(seen) / len(seen)
    by_hand = (sum((x - mean) ** 2 for x in seen) / len(seen)) ** 0.5
    assert len(seen) < scores.numel() and spreads["decoder, layer 1"] == pytest.approx(by_hand, rel=1e-6)


@holds(
    "scaling",
    says="Training may stretch queries and keys as it likes",
    against="1, where the division puts random scores",
    within="more than 1 in every layer, more than 10 in the first of the encoder",
)
def test_division_does_not_keep_trained_scores_at_variance_one(trace):
    spreads = score_spreads(trace)
    assert spreads["encoder, layer 1"] > 10 and min(spreads.values()) > 1
