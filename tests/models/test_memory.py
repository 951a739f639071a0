"""Feed-forward networks as memories: what fires, what is dead, and what a value adds."""

import numpy as np
import pytest
import torch

from core.models import translator
from core.models.translator.memory import MemorySample


@pytest.fixture(scope="module")
def model():
    return translator.load()


def test_ffn_01_a_unit_that_fires_for_one_token_is_not_dead():
    hidden = {("decoder", 0): np.array([[0.0, 1.0, 0.0], [0.0, 0.0, 2.0]])}
    sample = MemorySample({"decoder": ["a", "b"]}, {"decoder": ["s", "s"]}, hidden)
    assert sample.dead("decoder", 0) == 1 and sample.zeros("decoder", 0) == pytest.approx(4 / 6)
    assert sample.firing("decoder", 0, 1) == 0.5
    assert sample.strongest("decoder", 0, 1) == [("a", "s", 1.0)] and sample.strongest("decoder", 0, 0) == []


def test_the_sample_holds_every_token_of_both_sides(model):
    pairs = [("We have a house.", "Wir haben ein Haus."), ("Thank you.", "Danke.")]
    sample = translator.sample_memory(model, pairs)
    source = sum(len(model.vocabulary.source(english)) for english, _ in pairs)
    target = sum(len(model.vocabulary.ids(german)) + 1 for _, german in pairs)
    for stack, n in (("encoder", source), ("decoder", target)):
        assert len(sample.tokens[stack]) == len(sample.contexts[stack]) == n
        assert all(
            rows.shape == (n, model.model.config.d_ff) for place, rows in sample.hidden.items() if place[0] == stack
        )
    assert all((rows >= 0).all() for rows in sample.hidden.values())


def test_the_output_of_the_network_is_the_sum_of_its_values(model):
    """out = Σ activation · value + bias: what the page calls a memory is what the layer computes."""
    layer = model.model.decoder.layers[0].feed_forward
    x = torch.randn(model.model.config.d_model, generator=torch.Generator().manual_seed(0))
    with torch.inference_mode():
        hidden = layer.hidden(x)
        total = sum(h * layer.fc2.weight[:, unit] for unit, h in enumerate(hidden)) + layer.fc2.bias
        torch.testing.assert_close(layer(x), total, atol=1e-4, rtol=1e-4)


def test_promoted_tokens_gain_what_is_said(model):
    """Adding the value vector once raises the logit of the first promoted token by exactly its score."""
    unit, at = 50, model.model.config.n_layers - 1
    label, score = translator.promoted(model, "decoder", at, unit, 1)[0]
    value = model.model.decoder.layers[at].feed_forward.fc2.weight[:, unit].detach()
    logits = (model.model.output.weight.detach() @ value)[3:]
    assert score == pytest.approx(float(logits.max()), rel=1e-5)
    assert model.tokens([int(logits.argmax()) + 3]) == [label]
    with pytest.raises(ValueError, match="does not exist"):
        translator.promoted(model, "decoder", at, 10**6)


def test_units_are_listed_by_activation():
    assert translator.strongest_units([0.0, 2.0, 0.0, 3.0], 3) == [(3, 3.0), (1, 2.0), (0, 0.0)]
