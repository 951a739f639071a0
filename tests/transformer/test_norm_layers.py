"""What a norm promises: mean 0 and spread 1, or root mean square 1, over the last axis only."""

import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from core.transformer import LayerNorm, ModelConfig, RMSNorm, layer_norm, rms_norm
from core.transformer.norms import make_norm
from tests.evidence import holds

vectors = st.lists(st.floats(-100, 100), min_size=2, max_size=9).filter(lambda v: max(v) - min(v) > 0.1)


@holds(
    "residuals",
    says="It brings every vector to mean 0 and standard deviation 1",
    against="0 and 1, for random vectors",
    within="1e-6",
)
@settings(deadline=None)
@given(vectors)
def test_layer_norm_gives_mean_0_and_biased_variance_1(values):
    y = layer_norm(torch.tensor(values, dtype=torch.float64), eps=1e-12)
    assert abs(y.mean()) < 1e-9 and abs(y.var(correction=0) - 1) < 1e-6


@settings(deadline=None)
@given(vectors, st.floats(-1000, 1000), st.floats(0.1, 50))
def test_layer_norm_does_not_see_shift_or_scale(values, shift, scale):
    x = torch.tensor(values, dtype=torch.float64)
    torch.testing.assert_close(layer_norm(x * scale + shift, eps=1e-13), layer_norm(x, eps=1e-13), rtol=0, atol=1e-6)


@settings(deadline=None)
@given(vectors)
def test_rms_norm_gives_root_mean_square_1_and_keeps_the_direction(values):
    x = torch.tensor(values, dtype=torch.float64)
    y = rms_norm(x, eps=1e-12)
    assert abs(y.square().mean() - 1) < 1e-6
    torch.testing.assert_close(y * x.square().mean().sqrt(), x, rtol=1e-6, atol=1e-6)


@holds(
    "residuals",
    says=("It averages over the components of that vector, never over the tokens of a text or the texts of a batch."),
    against="the other tokens when one is made a hundred times as large",
)
def test_each_token_is_normed_by_itself():
    x = torch.randn(2, 3, 8, generator=torch.Generator().manual_seed(0))
    for norm in (layer_norm, rms_norm):
        changed = x.clone()
        changed[0, 0] *= 100
        assert torch.equal(norm(changed)[:, 1:], norm(x)[:, 1:])
        torch.testing.assert_close(norm(x)[1, 2], norm(x[1, 2]))


def test_epsilon_stands_inside_the_root():
    assert torch.allclose(layer_norm(torch.tensor([1.0, -1.0]), eps=3.0), torch.tensor([0.5, -0.5]))
    assert torch.allclose(rms_norm(torch.tensor([1.0, -1.0]), eps=3.0), torch.tensor([0.5, -0.5]))


def test_make_norm_follows_the_config():
    assert isinstance(make_norm(ModelConfig(norm="layer")), LayerNorm)
    assert isinstance(make_norm(ModelConfig(norm="rms")), RMSNorm)
    assert make_norm(ModelConfig(norm="rms", norm_eps=0.5)).eps == 0.5
    assert [n for n, _ in make_norm(ModelConfig(norm="rms")).named_parameters()] == ["gain"]
