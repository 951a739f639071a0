"""Public bugs of norms, residual connections and the feed-forward network; LN-*, FFN-01, BLU-01."""

import pytest
import torch
from torch.nn import functional as F

from core.transformer import FeedForward, LayerNorm, Lesion, ModelConfig, RMSNorm, Transformer, layer_norm
from core.transformer.feed_forward import FeedForwardRun
from core.transformer.layers import Layer
from tests.evidence import holds

NORMED = [-1.341635, -0.447212, 0.447212, 1.341635]


def close(actual, expected, atol=1e-5):
    torch.testing.assert_close(actual, torch.tensor(expected, dtype=actual.dtype), rtol=0, atol=atol)


def nothing(x):
    """A sub-layer that adds 0."""
    return FeedForwardRun(x, torch.zeros_like(x))


def both(values):
    """The function's answer and the module's."""
    x = torch.tensor(values, dtype=torch.float32)
    return [layer_norm(x), LayerNorm(ModelConfig(d_model=len(values), n_heads=1))(x).detach()]


@pytest.mark.parametrize(
    ("x", "expected"), [([1, 0, 0, 0], [1.732005, -0.577335, -0.577335, -0.577335]), ([1, 2, 3, 4], NORMED)]
)
def test_ln_01_the_variance_is_biased_and_epsilon_inside_the_root(x, expected):
    """codertimo/BERT-pytorch#30, harvardnlp/annotated-transformer#119, #122: the n - 1 form gives [1.5, -0.5, …]."""
    for y in both(x):
        close(y, expected)


@pytest.mark.parametrize("x", [[5, 5, 5, 5], [0, 0, 0, 0], [7]])
def test_ln_02_constant_vectors_become_0(x):
    """tracel-ai/burn#1992, VeriSilicon/TIM-VX#589."""
    for y in both(x):
        assert y.tolist() == [0.0] * len(x)


def test_ln_02_a_large_mean_does_not_eat_the_variance():
    """mean(x²) - mean(x)² in float32 gives the variance 0 for [10000, …, 10003]."""
    x = torch.tensor([10000.0, 10001, 10002, 10003])
    assert (x.square().mean() - x.mean().square()).item() != pytest.approx(1.25, abs=0.1)  # the bug
    for y in both(x.tolist()):
        close(y, NORMED)


@pytest.mark.parametrize(("place", "expected"), [("pre", [1.0, 2.0, 3.0, 4.0]), ("post", NORMED)])
def test_ln_03_where_the_norm_stands(place, expected):
    """harvardnlp/annotated-transformer#110, #1, karpathy/minGPT#52: label and numbers agree, with sub-layers of 0."""
    config = ModelConfig(d_model=4, n_heads=2, d_ff=8, n_layers=1, vocab_size=5, norm_place=place)
    (run,) = Layer(config).eval().residual(torch.tensor([1.0, 2, 3, 4]), LayerNorm(config), nothing, cut=False)
    close(run.after.detach(), expected)


@pytest.mark.parametrize("norm", [LayerNorm, RMSNorm])
def test_pytorch_61165_the_pre_norm_residual_is_the_raw_stream(norm):
    """pytorch/pytorch#61165, Howuhh/faster-trajectory-transformer#3: norm(x) + f(norm(x)) instead of x + f(norm(x))."""
    config = ModelConfig(d_model=4, n_heads=2, norm_place="pre", dropout=0.0)
    x = torch.randn(2, 3, 4, generator=torch.Generator().manual_seed(0)) * 10
    (run,) = Layer(config).residual(x, norm(config), nothing, cut=False)
    assert torch.equal(run.after, x)


def test_pytorch_61165_a_pre_norm_tower_of_empty_sublayers_is_the_identity():
    model = Transformer(ModelConfig(d_model=8, n_heads=2, d_ff=8, n_layers=3, vocab_size=9, norm_place="pre")).eval()
    cuts = [Lesion("encoder", n, part) for n in range(3) for part in ("self_attn", "feed_forward")]
    trace = model.trace(torch.tensor([[1, 2, 3]]), torch.tensor([[0, 4]]), lesions=cuts)
    assert torch.equal(trace.encoder[2].resid_post, trace.source_embedding)
    torch.testing.assert_close(trace.memory, model.encoder.final_norm(trace.source_embedding))


@holds(
    "feed_forward",
    shows="the outputs of six pre-activations, and how many are exactly zero",
    against="values of the formula",
    within="1e-5",
)
def test_ffn_01_exact_gelu_and_the_share_of_zeros():
    """XuGW-Kevin/DrM#4, autonomousvision/transfuser#146: ReLU silences 3 of 6, exact GELU only x = 0."""
    x = torch.tensor([-2.0, -1, 0, 1, 2, 3])
    gelu, relu = activations("gelu", x), activations("relu", x)
    close(gelu, [-0.045500, -0.158655, 0, 0.841345, 1.954500, 2.995950])
    assert (relu == 0).float().mean() == 0.5 and (gelu == 0).float().mean().item() == pytest.approx(1 / 6)
    close(F.gelu(x[1], approximate="tanh"), -0.158808)  # the tanh form, which this is not


def activations(name, x):
    """The hidden units of a real network whose pre-activations are x."""
    ffn = FeedForward(ModelConfig(d_model=1, n_heads=1, d_ff=len(x), activation=name))
    with torch.no_grad():
        ffn.fc1.weight.zero_()
        ffn.fc1.bias.copy_(x)
        return ffn.hidden(torch.ones(1))


def test_ffn_01_a_unit_that_one_token_uses_is_not_dead():
    ffn = FeedForward(ModelConfig(d_model=2, n_heads=1, d_ff=2))
    with torch.no_grad():
        ffn.fc1.weight.copy_(torch.tensor([[1.0, 0.0], [0.0, -1.0]]))
        ffn.fc1.bias.zero_()
    hidden = ffn.hidden(torch.eye(2))  # two tokens
    assert hidden.gt(0).any(0).tolist() == [True, False] and hidden[1, 0] == 0


@holds(
    "architecture",
    says=(
        "*every* layer of the decoder looks at the output of the encoder's last layer, not at the encoder "
        "layer of its own height"
    ),
    against="keys and values made from the output of the encoder's last layer, for six layers",
    within="1e-5, in float32",
)
@pytest.mark.parametrize("place", ["post", "pre"])
def test_blu_01_all_decoder_layers_read_the_last_encoder_layer(place):
    """humza909/LLM_Survey#2, jadore801120/attention-is-all-you-need-pytorch#27, harvardnlp/annotated-transformer#54."""
    model = Transformer(
        ModelConfig(d_model=8, n_heads=2, d_ff=8, n_layers=6, vocab_size=9, norm_place=place, dropout=0.0),
        torch.Generator().manual_seed(0),
    ).eval()
    source, changed, target = torch.tensor([[1, 2, 3]]), torch.tensor([[1, 2, 4]]), torch.tensor([[0, 4]])
    trace, other = model.trace(source, target), model.trace(changed, target)
    last = model.encoder.final_norm(trace.encoder[5].resid_post)
    for layer, module in zip(trace.decoder, model.decoder.layers, strict=True):
        k, v = module.cross_attn.keys_values(last)
        torch.testing.assert_close(layer.cross_attn.k, k)
        torch.testing.assert_close(layer.cross_attn.v, v)
        query_input = layer.cross_attn.norm.output if place == "pre" else layer.resid_mid
        torch.testing.assert_close(
            layer.cross_attn.q, module.cross_attn.split_heads(module.cross_attn.q_proj(query_input))
        )
        assert layer.cross_attn.weights.shape == (1, 2, 2, 3) and (layer.cross_attn.weights > 0).all()
    assert not torch.allclose(other.decoder[0].cross_attn.scores, trace.decoder[0].cross_attn.scores)
    assert torch.equal(other.decoder[0].self_attn.scores, trace.decoder[0].self_attn.scores)
