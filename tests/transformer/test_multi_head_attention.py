"""Equation 1 of the paper and its heads."""

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from core.transformer import KVCache, ModelConfig, MultiHeadAttention, attention, causal_mask
from tests.evidence import holds

CONFIG = ModelConfig(d_model=12, n_heads=3, attention_bias=True, max_len=8, n_layers=1)


def randn(*shape, seed=0, **kwargs):
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed), **kwargs)


@holds(
    "attention",
    says="weights that sum to one; the output is the mix of the values with these weights",
    against="1, and the product of weights and values, under random masks",
    within="1e-5, in float32",
)
@holds(
    "lookup",
    says="Its weights are positive and add up to one",
    against="1, for random queries, keys and masks in float32",
    within="1e-5",
)
@settings(deadline=None)
@given(st.integers(1, 5), st.integers(1, 5), st.integers(0, 10_000))
def test_rows_sum_to_1_unless_they_see_nothing(t_q, t_k, seed):
    q, k, v = randn(2, t_q, 4, seed=seed), randn(2, t_k, 4, seed=seed + 1), randn(2, t_k, 3, seed=seed + 2)
    mask = randn(2, t_q, t_k, seed=seed + 3) > 0
    out, weights, scores = attention(q, k, v, mask)
    torch.testing.assert_close(weights.sum(-1), mask.any(-1).float())
    assert not weights[~mask].any() and (weights[mask] > 0).all()
    assert (scores[~mask] == -torch.inf).all() and scores[mask].isfinite().all()
    torch.testing.assert_close(out, weights @ v)


def test_scores_are_the_scaled_products():
    q, k, v = randn(3, 16), randn(5, 16, seed=1), randn(5, 2, seed=2)
    torch.testing.assert_close(attention(q, k, v).scores, q @ k.T / 4)


@holds(
    "sampling",
    says="any real numbers, and only their differences count",
    against="the softmax of scores that are all shifted by the same number",
    within="1e-7",
)
def test_shifting_all_scores_of_a_query_changes_nothing():
    k, v = randn(5, 4, dtype=torch.float64), randn(5, 4, seed=1, dtype=torch.float64)
    q, same = randn(2, 4, seed=2, dtype=torch.float64), randn(4, seed=3, dtype=torch.float64)
    torch.testing.assert_close(attention(q, k + same, v).weights, attention(q, k, v).weights)


def test_permuting_keys_and_values_together_changes_nothing():
    q, k, v, order = randn(2, 4), randn(5, 4, seed=1), randn(5, 4, seed=2), torch.tensor([3, 1, 4, 0, 2])
    torch.testing.assert_close(attention(q, k[order], v[order]).out, attention(q, k, v).out)


@pytest.mark.parametrize("shapes", [((2, 4), (3, 5), (3, 4)), ((2, 4), (3, 4), (2, 4))])
def test_shapes_that_do_not_fit_are_named(shapes):
    with pytest.raises(ValueError, match="do not fit together") as error:
        attention(*(torch.zeros(shape) for shape in shapes))
    assert all(str(shape) in str(error.value) for shape in shapes)


def test_a_float_mask_is_refused():
    with pytest.raises(TypeError, match="must be bool"):
        attention(*(torch.zeros(2, 2) for _ in range(3)), torch.ones(2, 2).tril())


def test_no_keys_at_all_gives_zero():
    assert attention(torch.ones(2, 4), torch.ones(0, 4), torch.ones(0, 3)).out.tolist() == [[0.0] * 3] * 2


@pytest.mark.parametrize("mask_shape", [(4,), (1, 4), (3, 4), (1, 1, 3, 4), (2, 1, 1, 4), (1, 3, 1, 4), (2, 3, 3, 4)])
def test_a_mask_may_have_any_broadcastable_shape(mask_shape):
    q, k, v = randn(2, 3, 3, 5), randn(2, 3, 4, 5, seed=1), randn(2, 3, 4, 5, seed=2)
    mask = randn(*mask_shape, seed=3) > 0
    whole = attention(q, k, v, mask.expand(2, 3, 3, 4))
    for part, other in zip(attention(q, k, v, mask), whole, strict=True):
        assert torch.equal(part, other)


@holds(
    "attention",
    says="The vectors of all heads are put side by side",
    against="each head computed by itself from its own columns, then joined",
    within="1e-5, in float32",
)
@holds(
    "shapes",
    says="the columns are cut into $H$ blocks of $d_k$ neighbours",
    against="each head computed alone from its columns, in float32",
    within="1e-5",
)
@holds(
    "shapes",
    says="$W_O$ is the first place where heads mix",
    against="the heads computed alone, side by side, times the last matrix, in float32",
    within="1e-5",
)
def test_head_h_owns_its_block_of_columns():
    layer = MultiHeadAttention(CONFIG)
    x = randn(2, 5, 12)
    run = layer.run(x)
    projections = (layer.q_proj, layer.k_proj, layer.v_proj)
    heads = []
    for h in range(3):
        q, k, v = (p(x)[..., 4 * h : 4 * h + 4] for p in projections)
        heads.append(attention(q, k, v).out)
        torch.testing.assert_close(run.z[:, h], heads[-1])
    torch.testing.assert_close(run.out, layer.out_proj(torch.cat(heads, -1)))


@holds(
    "attention",
    says="Every token sends out three vectors.",
    against="the shapes of queries, keys and values, and a second way to the output",
)
def test_keys_and_values_come_from_the_source_and_queries_from_x():
    layer = MultiHeadAttention(CONFIG)
    x, source = randn(2, 3, 12), randn(2, 5, 12, seed=1)
    run = layer.run(x, source)
    assert run.q.shape == (2, 3, 3, 4) and run.k.shape == run.v.shape == (2, 3, 5, 4)
    torch.testing.assert_close(layer(x, keys_values=layer.keys_values(source)), run.out, rtol=0, atol=0)


def test_a_cache_gives_the_same_as_the_whole_sequence_at_once():
    layer, x = MultiHeadAttention(CONFIG), randn(2, 6, 12)
    cache = KVCache(CONFIG, batch=2)
    whole = layer(x, mask=causal_mask(6))
    for t in range(6):
        step = layer(x[:, t : t + 1], mask=causal_mask(1, t + 1), cache=cache)
        cache.length += 1
        torch.testing.assert_close(step, whole[:, t : t + 1])


def test_gates_scale_the_heads():
    layer = MultiHeadAttention(CONFIG)
    x = randn(1, 4, 12)
    run = layer.run(x)
    z = run.z * torch.tensor([1.0, 0.0, 0.5])[:, None, None]
    expected = layer.out_proj(z.transpose(1, 2).flatten(-2))
    torch.testing.assert_close(layer(x, head_gate=torch.tensor([1.0, 0.0, 0.5])), expected)


def test_the_heads_may_be_wider_than_the_model():
    layer = MultiHeadAttention(ModelConfig(d_model=10, n_heads=4, head_size=6))
    assert layer.q_proj.weight.shape == (24, 10) and layer.out_proj.weight.shape == (10, 24)
    assert layer(randn(2, 3, 10)).shape == (2, 3, 10)


@holds("architecture", says="The text gives the attention no biases", against="the projections of the preset")
def test_the_papers_projections_have_no_bias():
    assert MultiHeadAttention(ModelConfig()).q_proj.bias is None


@holds(
    "lookup",
    says="Training fixes the three matrices",
    against="what the layer keeps before and after it has read three texts",
)
@holds(
    "lookup",
    says="the weight between two *tokens* is stored nowhere",
    against="all that the layer keeps: four matrices, whatever the length of the text",
)
@holds(
    "shapes",
    says=r"The weights, $d \times d$ each, do not know how long the text is",
    against="all that the layer keeps: four matrices, whatever the length of the text",
)
def test_the_weight_between_two_tokens_is_stored_nowhere():
    """All that a layer keeps are its four matrices, of a size that knows no text; they stay, and the weights differ."""
    layer = MultiHeadAttention(ModelConfig(d_model=12, n_heads=3))
    before = {name: tensor.clone() for name, tensor in layer.state_dict().items()}
    assert [tuple(tensor.shape) for tensor in before.values()] == [(12, 12)] * 4
    maps = [layer.run(randn(1, t, 12, seed=seed)).weights for t, seed in ((5, 0), (5, 1), (7, 2))]
    assert [tuple(one.shape[-2:]) for one in maps] == [(5, 5), (5, 5), (7, 7)]
    assert (maps[0] - maps[1]).abs().max() > 0.01
    assert all(torch.equal(before[name], tensor) for name, tensor in layer.state_dict().items())


@holds(
    "shapes",
    says="No number is moved or changed by that",
    against="the product before the split: the same memory, the same numbers",
)
def test_the_split_into_heads_moves_no_number():
    """What the layer calls q, k and v are views of the products: the same memory, the same numbers."""
    layer, made = MultiHeadAttention(CONFIG), []
    for projection in (layer.q_proj, layer.k_proj, layer.v_proj):
        projection.register_forward_hook(lambda module, given, out: made.append(out))
    run = layer.run(randn(2, 5, 12))
    for product, split in zip(made, (run.q, run.k, run.v), strict=True):
        assert split.untyped_storage().data_ptr() == product.untyped_storage().data_ptr()
        assert torch.equal(torch.cat(split.unbind(1), -1), product)
