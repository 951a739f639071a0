"""Feed-forward networks as memories: what fires, what is dead, and what a value adds."""

import numpy as np
import pytest
import torch

from core.models import translator
from core.models.translator.memory import MemorySample
from tests.evidence import holds


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


@holds(
    "feed_forward",
    says="what the unit adds to the vector when it fires",
    against="the sum over all units of activation times value, one by one",
    within="1e-4",
)
def test_the_output_of_the_network_is_the_sum_of_its_values(model):
    """out = Σ activation · value + bias: what the page calls a memory is what the layer computes."""
    layer = model.model.decoder.layers[0].feed_forward
    x = torch.randn(model.model.config.d_model, generator=torch.Generator().manual_seed(0))
    with torch.inference_mode():
        hidden = layer.hidden(x)
        total = sum(h * layer.fc2.weight[:, unit] for unit, h in enumerate(hidden)) + layer.fc2.bias
        torch.testing.assert_close(layer(x), total, atol=1e-4, rtol=1e-4)


@holds(
    "feed_forward",
    shows="the tokens that a unit promotes",
    against="the product of its value with the output table",
    within="1e-5",
)
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


@holds(
    "feed_forward",
    says="in the last decoder layer, after *Ich*, one unit fires more than all others",
    against="all 512 activations: it leads by more than 30 %",
    within="",
)
@holds(
    "feed_forward",
    says="It waits for that word, and what it adds makes verbs more probable that can follow it.",
    against=(
        "the tokens that fire it most, and the layer computed again without it: gehe, sehe, verstehe and "
        "freue are more than three times as probable with it"
    ),
    within="",
)
def test_the_unit_of_the_example_waits_for_ich_and_makes_verbs_more_probable(model):
    """The last decoder layer without what the unit adds, computed once more by hand."""
    said = translator.traced_translation(model, "I go to school every day.")
    run, layer, at = said.trace.decoder[2], model.model.decoder.layers[2], said.read.index("Ich")
    hidden = run.feed_forward.hidden[0, at]
    unit = int(hidden.argmax())
    assert hidden[unit] > 1.3 * hidden.sort().values[-2]
    assert {token for token, *_ in translator.aligned_memory(model).strongest("decoder", 2, unit)} == {"Ich"}
    adds = hidden[unit] * layer.feed_forward.fc2.weight[:, unit].detach()
    with torch.inference_mode():
        whole, without = (
            model.model.output(layer.norm3(run.resid_cross[0, at] + out)).softmax(-1)
            for out in (run.feed_forward.out[0, at], run.feed_forward.out[0, at] - adds)
        )
    torch.testing.assert_close(whole, said.trace.logits[0, at].softmax(-1), atol=1e-5, rtol=1e-4)
    verbs = [model.vocabulary.ids(f" {verb}")[0] for verb in ("gehe", "sehe", "verstehe", "freue")]
    assert (whole[verbs] > 3 * without[verbs]).all()
