"""Our norms, as plain functions and as modules, against torch's kernels, in float64."""

import pytest
import torch
from torch import nn
from torch.nn import functional as F

from core.transformer import LayerNorm, ModelConfig, RMSNorm, layer_norm, rms_norm
from tests.evidence import holds

EXACT = {"rtol": 0, "atol": 1e-12}
pytestmark = pytest.mark.usefixtures("float64")


@pytest.fixture
def values():
    g = torch.Generator().manual_seed(0)
    return torch.randn(2, 5, 8, generator=g) * 3 + 1, torch.randn(8, generator=g), torch.randn(8, generator=g)


@holds("residuals", shows="layer normalisation", against="torch.nn.LayerNorm, in float64", within="1e-12")
@holds(
    "pre_norm", shows="what LayerNorm makes of the stream", against="torch's own layer_norm, in float64", within="1e-12"
)
@pytest.mark.parametrize("eps", [1e-5, 1e-6, 1e-2])
def test_layer_norm_function_module_and_torch_agree(values, eps):
    x, gain, bias = values
    module = LayerNorm(ModelConfig(d_model=8, n_heads=2, norm_eps=eps))
    torchs = nn.LayerNorm(8, eps=eps)
    for one in (module.gain, torchs.weight):
        one.data.copy_(gain)
    for one in (module.bias, torchs.bias):
        one.data.copy_(bias)
    expected = F.layer_norm(x, (8,), gain, bias, eps)
    for ours in (layer_norm(x, gain, bias, eps), module(x), torchs(x)):
        torch.testing.assert_close(ours, expected, **EXACT)


@holds(
    "pre_norm",
    says="divides by the root of the mean square and takes off no mean",
    against="torch's own rms_norm, in float64",
    within="1e-12",
)
@pytest.mark.parametrize("eps", [1e-5, 1e-6, 1e-2])
def test_rms_norm_function_module_and_torch_agree(values, eps):
    x, gain, _ = values
    module = RMSNorm(ModelConfig(d_model=8, n_heads=2, norm="rms", norm_eps=eps))
    module.gain.data.copy_(gain)
    expected = F.rms_norm(x, (8,), gain, eps)
    torch.testing.assert_close(rms_norm(x, gain, eps), expected, **EXACT)
    torch.testing.assert_close(module(x), expected, **EXACT)


def test_without_gain_and_bias_they_equal_torch_too(values):
    x, gain, bias = values
    torch.testing.assert_close(layer_norm(x), F.layer_norm(x, (8,)), **EXACT)
    torch.testing.assert_close(layer_norm(x, gain), F.layer_norm(x, (8,), gain), **EXACT)
    torch.testing.assert_close(layer_norm(x, bias=bias), F.layer_norm(x, (8,), None, bias), **EXACT)
    torch.testing.assert_close(rms_norm(x), F.rms_norm(x, (8,), None, 1e-5), **EXACT)


def test_torchs_rms_eps_of_none_is_not_ours():
    x = torch.full((1, 4), 1e-3)
    assert (rms_norm(x) - F.rms_norm(x, (4,))).abs().max() > 0.1


def test_gradients_equal_torchs(values):
    x, gain, bias = (value.requires_grad_() for value in values)
    probe = torch.randn(x.shape, generator=torch.Generator().manual_seed(1))
    ours = torch.autograd.grad((layer_norm(x, gain, bias) * probe).sum(), (x, gain, bias))
    theirs = torch.autograd.grad((F.layer_norm(x, (8,), gain, bias) * probe).sum(), (x, gain, bias))
    for mine, other in zip(ours, theirs, strict=True):
        torch.testing.assert_close(mine, other, **EXACT)
