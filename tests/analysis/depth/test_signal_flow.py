from dataclasses import replace

import pytest
import torch
from torch import nn

from core.analysis.depth import flow
from core.analysis.depth.signal_flow import FLOW_CONFIG, LayerWithoutSkip, drawn
from core.transformer import EncoderLayer, ModelConfig
from tests.evidence import holds

PRE = replace(FLOW_CONFIG, norm_place="pre")
SMALL = ModelConfig(d_model=8, n_heads=2, d_ff=16, dropout=0.0)


def test_the_lists_cover_every_depth():
    result = flow(5)
    assert [len(x) for x in (result.cosine, result.norm, result.similarity, result.gradient)] == [6] * 4
    assert len(result.weight_gradient) == 5
    assert result.cosine[0] == pytest.approx(1) and result.norm[0] == 1 and result.gradient[-1] == 1
    assert result == flow(5) and result != flow(5, seed=1)


def torchs(layer: EncoderLayer, config: ModelConfig) -> nn.TransformerEncoderLayer:
    """torch's own layer with the weights of ours, which has no biases in its attention."""
    attn, ffn = layer.self_attn, layer.feed_forward
    pre = config.norm_place == "pre"
    theirs = nn.TransformerEncoderLayer(
        config.d_model, config.n_heads, config.d_ff, 0.0, batch_first=True, norm_first=pre, dtype=torch.float64
    )
    with torch.no_grad():
        theirs.self_attn.in_proj_weight.copy_(torch.cat([p.weight for p in (attn.q_proj, attn.k_proj, attn.v_proj)]))
        theirs.self_attn.out_proj.weight.copy_(attn.out_proj.weight)
        nn.init.zeros_(theirs.self_attn.in_proj_bias)
        nn.init.zeros_(theirs.self_attn.out_proj.bias)
    theirs.linear1.load_state_dict(ffn.fc1.state_dict())
    theirs.linear2.load_state_dict(ffn.fc2.state_dict())
    return theirs


@holds(
    "residuals",
    says="a random input goes up through them, a random gradient comes down, by automatic differentiation",
    against="a stack of torch.nn.TransformerEncoderLayer with the same weights, in float64",
    within="1e-9",
)
@pytest.mark.parametrize("config", [FLOW_CONFIG, PRE], ids=["post", "pre"])
def test_signal_and_gradient_are_those_of_torchs_layers(config):
    x, top, stack = drawn(3, config, skip=True, norms=True, gain=1.0, length=5, seed=4)
    streams = [x.requires_grad_()]
    for layer in stack.layers:
        streams.append(torchs(layer, config)(streams[-1]))
    final = nn.functional.layer_norm(streams[-1], (config.d_model,)) if config is PRE else streams[-1]
    sizes = [float(one.norm()) for one in torch.autograd.grad((final * top).sum(), streams)]
    run = flow(3, config, length=5, seed=4)
    unit = [nn.functional.normalize(stream.detach()[0], dim=-1) for stream in streams]
    assert run.gradient == pytest.approx([size / sizes[-1] for size in sizes], rel=1e-9)
    assert run.cosine == pytest.approx([float((one * unit[0]).sum(-1).mean()) for one in unit], rel=1e-9)
    assert run.similarity == pytest.approx([float(((one @ one.T).sum() - 5) / 20) for one in unit], rel=1e-9)


def test_the_skip_keeps_the_signal_and_without_it_attention_makes_all_positions_alike():
    for config in (FLOW_CONFIG, PRE):
        kept, cut = flow(6, config), flow(6, config, skip=False)
        assert kept.cosine[1] > 0.7 and kept.cosine[6] > 0.15
        assert abs(cut.cosine[6]) < 0.1 and cut.similarity[6] > 0.99


@holds(
    "pre_norm",
    says="the stream grows from layer to layer",
    against="the length of the stream at the bottom, under 24 layers",
    within="more than 3 times as long",
)
def test_pre_norm_lets_the_gradient_through_and_its_stream_grows():
    pre, post = flow(24, PRE), flow(24)
    assert pre.gradient_at_input > 1.5
    assert pre.norm[-1] > 3 and post.norm[-1] == pytest.approx(1, abs=0.1)
    assert pre.cosine[12] > post.cosine[12]


def test_the_last_layers_weight_gradient_keeps_its_size_under_post_norm_and_falls_like_a_root_under_pre_norm():
    """Xiong et al. 2020, theorem 1: it does not depend on the depth L after post-norm, and goes as 1/√L before."""
    post, pre = ([flow(depth, config).weight_gradient[-1] for depth in (6, 24)] for config in (FLOW_CONFIG, PRE))
    assert post[1] / post[0] == pytest.approx(1, abs=0.3)
    assert pre[1] / pre[0] == pytest.approx(0.5, abs=0.15)


def test_only_without_norms_does_the_gradient_vanish_geometrically():
    cut = [flow(depth, skip=False, norms=False).gradient_at_input for depth in (6, 12, 24)]
    assert cut[0] < 0.05 and cut[1] < cut[0] / 10 and cut[2] < cut[1] / 100
    assert flow(24, skip=False).gradient_at_input > 0.05
    assert all(g < float("inf") for g in flow(48, norms=False, gain=2.0).gradient)


def test_with_gain_0_pre_norm_is_the_identity():
    result = flow(4, PRE, gain=0.0)
    assert result.cosine == pytest.approx([1] * 5) and result.gradient == pytest.approx([1] * 5)


def test_a_larger_gain_moves_the_stream_further_from_the_input():
    cosines = [flow(6, PRE, gain=gain).cosine[-1] for gain in (0.25, 1.0, 4.0)]
    assert cosines == sorted(cosines, reverse=True)


@holds(
    "residuals",
    says="Once with the skips, once without.",
    against="the parts of a real layer put together by hand, in float64",
)
@pytest.mark.parametrize("place", ["post", "pre"])
def test_the_cut_layer_is_the_layer_without_its_additions(place, float64):
    config = replace(SMALL, norm_place=place)
    layer, cut = EncoderLayer(config).eval(), LayerWithoutSkip(config).eval()
    cut.load_state_dict(layer.state_dict())
    x = torch.randn(1, 3, 8)
    if place == "post":
        expected = cut.norm2(cut.feed_forward(cut.norm1(cut.self_attn(x))))
    else:
        expected = cut.feed_forward(cut.norm2(cut.self_attn(cut.norm1(x))))
    assert torch.equal(cut(x), expected) and not torch.equal(layer(x), expected)


@pytest.mark.parametrize("options", [{"depth": 0}, {"depth": 49}, {"depth": 2, "gain": -1}, {"depth": 2, "length": 1}])
def test_impossible_settings_are_refused(options):
    with pytest.raises(ValueError, match="must be"):
        flow(**options)


@pytest.mark.parametrize("skip", [True, False])
def test_a_gradient_beyond_float64_is_infinite_and_never_nan(skip):
    run = flow(48, skip=skip, norms=False, gain=4.0)
    assert run.gradient[0] == float("inf") and run.gradient[-1] == 1
    assert not any(value != value for value in [*run.gradient, *run.weight_gradient, *run.cosine, *run.norm])
