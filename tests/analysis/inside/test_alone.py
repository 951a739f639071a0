"""Each token alone: in a feed-forward network a token moves its own output, in an attention those of others too."""

import pytest
import torch

from core.analysis.inside import when_one_changes
from core.models import translator
from tests.evidence import holds


@pytest.fixture(scope="module")
def said():
    return translator.traced_translation(translator.load(), "I go to school every day.")


@holds(
    "feed_forward",
    shows="which outputs move when one token changes",
    against="1 output of the network, and others of the attention, in three layers",
)
@pytest.mark.parametrize(("stack", "layer", "at"), [("encoder", 0, 3), ("encoder", 2, 0), ("decoder", 1, 2)])
def test_a_token_moves_its_own_output_of_the_network_and_others_of_the_attention(said, stack, layer, at):
    moved = when_one_changes(said.translator.model, said.trace, stack, layer, at)
    assert [place for place, change in enumerate(moved.feed_forward) if change > 1e-6] == [at]
    others = [change for place, change in enumerate(moved.attention) if place != at]
    assert max(others) > 0.01
    if stack == "decoder":
        assert max(moved.attention[:at]) == 0  # the mask hides a token from those before it
    assert f"1 of {len(moved.attention)} outputs of the feed-forward network moves" in moved.in_words(
        said.names(stack)[0], at
    )


@holds(
    "feed_forward",
    says="What comes next works on each token alone",
    against="the network applied to one token at a time",
    within="1e-5",
)
def test_the_network_gives_each_token_what_it_would_get_by_itself(said):
    block = said.translator.model.encoder.layers[0].feed_forward
    x = said.trace.encoder[0].resid_mid
    with torch.inference_mode():
        alone = torch.cat([block(x[:, [at]]) for at in range(x.shape[1])], dim=1)
        assert torch.allclose(alone, block(x), atol=1e-5)
