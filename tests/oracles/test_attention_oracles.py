"""Our attention against torch's own, in float64."""

import pytest
import torch
from torch import nn
from torch.nn import functional as F
from torch.nn.attention.bias import causal_lower_right

from core.transformer import ModelConfig, MultiHeadAttention, attention, causal_mask
from tests.evidence import holds

EXACT = {"rtol": 0, "atol": 1e-12}
pytestmark = pytest.mark.usefixtures("float64")


def qkv(*lead, t_q, t_k, d_k=5, d_v=5, seed=0):
    g = torch.Generator().manual_seed(seed)
    shapes = [(t_q, d_k), (t_k, d_k), (t_k, d_v)]
    return [torch.randn(*lead, *shape, generator=g).requires_grad_() for shape in shapes]


def same_weights(theirs: nn.MultiheadAttention, d_model: int, n_heads: int) -> MultiHeadAttention:
    """Ours with the weights of theirs: in_proj stacks W^Q, W^K, W^V by rows, heads are blocks of d_k rows in each."""
    config = ModelConfig(d_model=d_model, n_heads=n_heads, attention_bias=True)
    ours = MultiHeadAttention(config)
    with torch.no_grad():
        for index, name in enumerate(("q_proj", "k_proj", "v_proj")):
            getattr(ours, name).weight.copy_(theirs.in_proj_weight.chunk(3)[index])
            getattr(ours, name).bias.copy_(theirs.in_proj_bias.chunk(3)[index])
        ours.out_proj.load_state_dict(theirs.out_proj.state_dict())
    return ours


@pytest.fixture
def pair():
    torch.manual_seed(0)
    theirs = nn.MultiheadAttention(16, 4, batch_first=True)
    nn.init.normal_(theirs.in_proj_bias)
    nn.init.normal_(theirs.out_proj.bias)
    return theirs, same_weights(theirs, 16, 4)


@holds(
    "attention",
    shows="the weights and outputs of every head",
    against="torch.nn.MultiheadAttention with the same weights, in float64",
    within="1e-12",
)
@holds(
    "lookup",
    says="three learned matrices read it in three ways",
    against="torch.nn.MultiheadAttention with the same matrices, in float64",
    within="1e-12",
)
@holds(
    "shapes",
    shows="the weights of every head and the output of the layer",
    against="torch.nn.MultiheadAttention with the same matrices, in float64",
    within="1e-12",
)
@holds(
    "trainer",
    shows="the maps of attention are those of the field's own layer",
    against="torch.nn.MultiheadAttention with the same matrices, in float64",
    within="1e-12",
)
def test_self_attention_equals_torch_head_by_head(pair):
    theirs, ours = pair
    x = torch.randn(2, 7, 16)
    out, weights = theirs(x, x, x, average_attn_weights=False)
    run = ours.run(x)
    torch.testing.assert_close(run.out, out, **EXACT)
    torch.testing.assert_close(run.weights, weights, **EXACT)


@holds(
    "attention",
    shows="cross-attention, head by head",
    against="torch.nn.MultiheadAttention with the same weights, in float64",
    within="1e-12",
)
def test_cross_attention_equals_torch(pair):
    theirs, ours = pair
    x, source = torch.randn(2, 3, 16), torch.randn(2, 8, 16)
    out, weights = theirs(x, source, source, average_attn_weights=False)
    run = ours.run(x, source)
    torch.testing.assert_close(run.out, out, **EXACT)
    torch.testing.assert_close(run.weights, weights, **EXACT)


@holds(
    "shapes",
    shows="scores and weights under the causal mask",
    against="torch.nn.MultiheadAttention with the same matrices, in float64, under the same mask",
    within="1e-12",
)
def test_masks_equal_torch_whose_polarity_is_the_opposite(pair):
    theirs, ours = pair
    x = torch.randn(2, 6, 16)
    keep = torch.tensor([[True] * 6, [True] * 4 + [False] * 2])
    seen = causal_mask(6)
    out, weights = theirs(x, x, x, key_padding_mask=~keep, attn_mask=~seen, average_attn_weights=False)
    run = ours.run(x, mask=seen & keep[:, None, None, :])
    torch.testing.assert_close(run.out, out, **EXACT)
    torch.testing.assert_close(run.weights, weights, **EXACT)
    wrong, _ = theirs(x, x, x, key_padding_mask=~keep, attn_mask=~seen.T)
    assert not torch.allclose(run.out, wrong)


def test_torchs_default_weights_are_the_mean_over_our_heads(pair):
    theirs, ours = pair
    x = torch.randn(1, 5, 16)
    _, averaged = theirs(x, x, x)
    run = ours.run(x)
    assert averaged.shape == (1, 5, 5) and run.weights.shape == (1, 4, 5, 5)
    torch.testing.assert_close(run.weights.mean(1), averaged, **EXACT)


@holds(
    "attention",
    shows="the formula of attention under any mask, and its derivatives",
    against="torch's scaled_dot_product_attention, in float64",
    within="1e-12",
)
@holds(
    "lookup",
    shows="the attention behind it, its output and its gradients",
    against="torch's own scaled_dot_product_attention, in float64",
    within="1e-12",
)
@holds(
    "saturation",
    shows="the gradients at queries and keys",
    against="torch's own scaled_dot_product_attention, in float64",
    within="1e-12",
)
@holds(
    "causal_mask",
    shows="attention under any mask, its output and its gradients",
    against="torch's own scaled_dot_product_attention, in float64",
    within="1e-12",
)
@pytest.mark.parametrize("lead", [(), (3,), (2, 3), (2, 1, 3)])
@pytest.mark.parametrize(("t_q", "t_k"), [(4, 4), (1, 6), (3, 7), (7, 3)])
def test_output_and_gradients_equal_sdpa_under_any_bool_mask(lead, t_q, t_k):
    q, k, v = qkv(*lead, t_q=t_q, t_k=t_k, d_v=4)
    mask = torch.rand(t_q, t_k, generator=torch.Generator().manual_seed(1)) < 0.5
    mask[:, 0] = True
    ours, theirs = attention(q, k, v, mask).out, F.scaled_dot_product_attention(q, k, v, mask)
    torch.testing.assert_close(ours, theirs, **EXACT)
    probe = torch.randn(ours.shape, generator=torch.Generator().manual_seed(2))
    gradients = [torch.autograd.grad((out * probe).sum(), (q, k, v)) for out in (ours, theirs)]
    for mine, other in zip(*gradients, strict=True):
        torch.testing.assert_close(mine, other, **EXACT)


def test_no_mask_equals_sdpa():
    q, k, v = qkv(2, t_q=3, t_k=5)
    torch.testing.assert_close(attention(q, k, v).out, F.scaled_dot_product_attention(q, k, v), **EXACT)


@holds(
    "causal_mask",
    shows="what the causal mask leaves",
    against="torch's own scaled_dot_product_attention, in float64, under its own causal mask",
    within="1e-12",
)
@pytest.mark.parametrize(("t_q", "t_k"), [(6, 9), (1, 5), (4, 4)])
def test_causal_mask_is_torchs_lower_right(t_q, t_k):
    q, k, v = qkv(2, 2, t_q=t_q, t_k=t_k)
    theirs = F.scaled_dot_product_attention(q, k, v, causal_lower_right(t_q, t_k))
    torch.testing.assert_close(attention(q, k, v, causal_mask(t_q, t_k)).out, theirs, **EXACT)


def test_is_causal_of_torch_is_top_left_and_differs_for_a_rectangle():
    q, k, v = qkv(t_q=6, t_k=9)
    top_left = F.scaled_dot_product_attention(q, k, v, is_causal=True)
    assert not torch.allclose(attention(q, k, v, causal_mask(6, 9)).out, top_left)
    torch.testing.assert_close(attention(q, k, v, torch.ones(6, 9).tril().bool()).out, top_left, **EXACT)


@holds(
    "causal_mask",
    shows="a query that sees nothing gets nothing",
    against="torch's own scaled_dot_product_attention, in float64",
    within="1e-12",
)
def test_a_query_that_sees_nothing_equals_sdpa():
    q, k, v = qkv(2, t_q=3, t_k=4)
    mask = torch.tensor([[1, 1, 0, 0], [0, 0, 0, 0], [1, 1, 1, 1]]).bool()
    out = attention(q, k, v, mask).out
    torch.testing.assert_close(out, F.scaled_dot_product_attention(q, k, v, mask), **EXACT)
    assert not out[:, 1].any()


def test_the_gradient_is_the_numerical_one():
    q, k, v = qkv(t_q=3, t_k=4, d_k=3, d_v=2)
    mask = torch.tensor([[1, 1, 0, 0], [0, 0, 0, 0], [1, 1, 1, 1]]).bool()
    assert torch.autograd.gradcheck(lambda *x: attention(*x, mask).out, (q, k, v))
