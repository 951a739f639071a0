"""The feed-forward network: each position by itself, and the three activations."""

import pytest
import torch
from torch.nn import functional as F

from core.transformer import FeedForward, ModelConfig
from tests.evidence import holds


def network(activation):
    torch.manual_seed(0)
    return FeedForward(ModelConfig(d_model=6, n_heads=2, d_ff=9, activation=activation))


@pytest.mark.parametrize("activation", ["relu", "gelu", "swiglu"])
def test_positions_do_not_see_each_other(activation):
    ffn, x = network(activation), torch.randn(2, 4, 6, generator=torch.Generator().manual_seed(0))
    changed = x.clone()
    changed[:, 2] += 1
    same = [0, 1, 3]
    assert torch.equal(ffn(changed)[:, same], ffn(x)[:, same]) and not torch.equal(ffn(changed)[:, 2], ffn(x)[:, 2])
    torch.testing.assert_close(ffn(x)[1, 3], ffn(x[1, 3]))


@holds(
    "feed_forward",
    says="two linear layers with a nonlinearity between them",
    against="two products of matrices and a cut at zero",
    within="1e-5, in float32",
)
def test_relu_is_two_matrices_with_a_cut_at_zero():
    ffn, x = network("relu"), torch.randn(5, 6, generator=torch.Generator().manual_seed(0))
    hidden = (x @ ffn.fc1.weight.T + ffn.fc1.bias).clamp(min=0)
    torch.testing.assert_close(ffn.hidden(x), hidden)
    torch.testing.assert_close(ffn(x), hidden @ ffn.fc2.weight.T + ffn.fc2.bias)


@holds(
    "feed_forward",
    says="SwiGLU's gate is SiLU, the value times its own sigmoid",
    against="the formula, in plain products",
    within="1e-5, in float32",
)
def test_swiglu_is_three_matrices_without_biases():
    ffn, x = network("swiglu"), torch.randn(5, 6, generator=torch.Generator().manual_seed(0))
    assert sorted(name for name, _ in ffn.named_parameters()) == ["fc1.weight", "fc2.weight", "gate.weight"]
    gate = x @ ffn.gate.weight.T
    hidden = gate * torch.sigmoid(gate) * (x @ ffn.fc1.weight.T)
    torch.testing.assert_close(ffn.hidden(x), hidden)
    torch.testing.assert_close(ffn(x), hidden @ ffn.fc2.weight.T)
    assert not ffn(torch.zeros(6)).any()


def test_swiglu_of_two_thirds_is_as_large_as_the_plain_network():
    def size(**changes):
        ffn = FeedForward(ModelConfig(d_model=48, n_heads=2, **changes))
        return sum(p.numel() for p in ffn.parameters() if p.dim() == 2)

    assert size(d_ff=4 * 48 * 2 // 3, activation="swiglu") == size(d_ff=4 * 48)


def test_a_run_holds_the_hidden_units_and_the_output():
    ffn, x = network("gelu"), torch.randn(2, 3, 6)
    run = ffn.run(x)
    assert torch.equal(run.out, ffn(x))
    torch.testing.assert_close(run.hidden, F.gelu(ffn.fc1(x)), rtol=0, atol=0)
