"""Where the norm and the residual connection go, and who reads whose output."""

import pytest
import torch

from core.transformer import DecoderLayer, EncoderLayer, ModelConfig
from core.transformer.feed_forward import FeedForwardRun
from core.transformer.layers import Layer
from core.transformer.norms import make_norm
from tests.evidence import holds

CONFIG = {"d_model": 12, "n_heads": 3, "d_ff": 20, "n_layers": 3, "vocab_size": 11, "max_len": 16, "dropout": 0.0}


@pytest.fixture(params=["post", "pre"])
def config(request):
    return ModelConfig(**CONFIG, norm_place=request.param)


def randn(*shape, seed=0):
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed))


@holds(
    "residuals",
    says="In the paper's layer the norm receives the sum:",
    against="the norm of the sum, put together by hand",
    within="1e-5, in float32",
)
def test_the_norm_is_inside_or_outside(config):
    layer, norm, x = Layer(config), make_norm(config), randn(2, 4, 12)

    def double(y):
        return FeedForwardRun(y, 2 * y)

    (run,) = layer.residual(x, norm, double, False)
    torch.testing.assert_close(run.after, x + 2 * norm(x) if config.norm_place == "pre" else norm(3 * x))


@holds(
    "residuals",
    says="The 1 is the skip: a way down that no weight is in.",
    against="the derivative of the sub-layer alone, plus the identity, by automatic differentiation",
    within="1e-7",
)
@holds(
    "residuals",
    says=(
        "the gradient is also multiplied by the derivative of the norm. That factor is not 1, so the way is not free."
    ),
    against="the product of both derivatives; the one of the norm is no identity",
    within="1e-7",
)
@pytest.mark.usefixtures("float64")
def test_the_derivative_of_the_sum_is_one_more_and_a_norm_after_it_multiplies():
    """∂y/∂x = 1 + ∂f/∂x for y = x + f(x); in the paper's layer the derivative of the norm stands before it."""
    layer, x = EncoderLayer(ModelConfig(**CONFIG)), randn(12)
    f, norm = layer.feed_forward, layer.norm1
    (run,) = layer.residual(x, norm, f.run, False)
    torch.testing.assert_close(run.after, norm(x + f(x)))

    def derivative(function, at):
        return torch.autograd.functional.jacobian(function, at)

    summed = torch.eye(12) + derivative(f, x)
    torch.testing.assert_close(derivative(lambda y: y + f(y), x), summed)
    of_norm = derivative(norm, x + f(x))
    through = derivative(lambda y: next(iter(layer.residual(y, norm, f.run, False))).after, x)
    torch.testing.assert_close(through, of_norm @ summed)
    assert (of_norm - torch.eye(12)).abs().max() > 0.1


def test_the_encoder_layer_by_hand(config):
    layer, x = EncoderLayer(config), randn(2, 4, 12)
    attn, ffn, n1, n2 = layer.self_attn, layer.feed_forward, layer.norm1, layer.norm2
    if config.norm_place == "pre":
        mid = x + attn(n1(x))
        expected = mid + ffn(n2(mid))
    else:
        mid = n1(x + attn(x))
        expected = n2(mid + ffn(mid))
    torch.testing.assert_close(layer(x), expected, rtol=0, atol=0)


def test_the_decoder_layer_by_hand(config):
    layer, x, memory = DecoderLayer(config), randn(2, 4, 12), randn(2, 6, 12, seed=1)
    pair = layer.cross_attn.keys_values(memory)
    attn, cross, ffn = layer.self_attn, layer.cross_attn, layer.feed_forward
    n1, n2, n3 = layer.norm1, layer.norm2, layer.norm3
    if config.norm_place == "pre":
        mid = x + attn(n1(x))
        crossed = mid + cross(n2(mid), memory)
        expected = crossed + ffn(n3(crossed))
    else:
        mid = n1(x + attn(x))
        crossed = n2(mid + cross(mid, memory))
        expected = n3(crossed + ffn(crossed))
    torch.testing.assert_close(layer(x, pair), expected, rtol=0, atol=0)


@holds(
    "pre_norm",
    says="Pre-norm does not do without a norm at the end",
    against="the weights of both stacks: one norm on top with pre-norm, none with post-norm",
)
def test_only_pre_norm_has_a_norm_on_top(build):
    for place, count in (("post", 0), ("pre", 1)):
        model = build(ModelConfig(**CONFIG, norm_place=place))
        for stack in (model.encoder, model.decoder):
            assert (
                sum(name.startswith("final_norm") and name.endswith("gain") for name, _ in stack.named_parameters())
                == count
            )


def test_layers_share_no_weights(build):
    model = build(ModelConfig(**CONFIG))
    weights = [p.data_ptr() for stack in (model.encoder, model.decoder) for p in stack.parameters()]
    assert len(set(weights)) == len(weights)


@pytest.mark.parametrize("part", ["encoder", "decoder"])
def test_dropout_acts_on_sublayers_in_training_only(part):
    config = ModelConfig(**CONFIG | {"dropout": 0.5})
    layer = EncoderLayer(config) if part == "encoder" else DecoderLayer(config)
    arguments = () if part == "encoder" else (layer.cross_attn.keys_values(randn(1, 5, 12, seed=1)),)
    x = randn(1, 4, 12)
    torch.manual_seed(0)
    assert not torch.equal(layer.train()(x, *arguments), layer(x, *arguments))
    assert torch.equal(layer.eval()(x, *arguments), layer(x, *arguments))
