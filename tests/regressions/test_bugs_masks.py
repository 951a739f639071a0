"""Public bugs of masks and softmax in other implementations, and the cases ATT-*. Each names its source."""

import pytest
import torch
from torch.nn import functional as F

from core.transformer import (
    Encoder,
    ModelConfig,
    MultiHeadAttention,
    Transformer,
    attention,
    causal_mask,
    combine_masks,
    evaluating,
    padding_mask,
)
from tests.evidence import holds


def randn(*shape, seed=0, **kwargs):
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed), **kwargs)


def close(actual, expected, atol=1e-6):
    torch.testing.assert_close(actual, torch.as_tensor(expected, dtype=actual.dtype), rtol=0, atol=atol)


def self_attention(heads=2, bias=True):
    torch.manual_seed(0)
    return MultiHeadAttention(ModelConfig(d_model=8, n_heads=heads, attention_bias=bias))


def test_att_01_a_query_that_sees_nothing_has_weights_and_output_0():
    """pytorch/pytorch#103963, pytorch#131060 (PR), tracel-ai/burn#4697 (PR); not NaN, not 0.25 each."""
    q, k, v = randn(4, 3), randn(4, 3, seed=1), randn(4, 3, seed=2)
    mask = torch.ones(4, 4, dtype=torch.bool)
    mask[2] = False
    out, weights, _ = attention(q, k, v, mask)
    assert weights[2].tolist() == [0] * 4 and out[2].tolist() == [0] * 3
    others = [0, 1, 3]
    close(out[others], attention(q, k, v).out[others])


def test_att_01_causal_and_padding_on_the_first_token():
    """The same, as it comes about: the first query's only visible key is padding."""
    mask = combine_masks(causal_mask(4), padding_mask(torch.tensor([[0, 5, 6, 7]]), 0))
    out, weights, _ = attention(randn(1, 1, 4, 3), randn(1, 1, 4, 3, seed=1), randn(1, 1, 4, 3, seed=2), mask)
    assert not weights[0, 0, 0].any() and not out[0, 0, 0].any() and out.isfinite().all()
    close(weights[0, 0, 1:].sum(-1), [1.0, 1.0, 1.0])


def test_att_02_causal_rows_of_equal_scores():
    """pytorch/pytorch#29546: hidden scores are -inf before the softmax, not 0 after the fact."""
    zeros = torch.zeros(4, 2)
    third = 1 / 3
    expected = [[1, 0, 0, 0], [0.5, 0.5, 0, 0], [third, third, third, 0], [0.25] * 4]
    close(attention(zeros, zeros, zeros, causal_mask(4)).weights, expected)


@holds(
    "causal_mask",
    says="*multiplies* the scores by zero would not do this",
    against="the weights that a multiplying mask gives, and those of ours, by hand",
    within="1e-6",
)
def test_att_02_the_mask_is_not_multiplied_onto_the_scores():
    """rasbt/LLMs-from-scratch#1061, georg-wolflein/good-features#1: scores [[1, 2], [3, 4]]."""
    scores = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
    out = attention(scores * 2**0.5, torch.eye(2), torch.eye(2), causal_mask(2))
    close(out.weights, [[1, 0], [0.268941, 0.731059]])
    close((scores * causal_mask(2)).softmax(-1)[0], [0.731059, 0.268941])  # what the bug shows in row 1


def test_att_02_the_fourth_token_does_not_change_the_first_three():
    layer, x = self_attention(), randn(1, 4, 8)
    changed = x.clone()
    changed[0, 3] += 5
    before, after = layer(x, mask=causal_mask(4)), layer(changed, mask=causal_mask(4))
    assert torch.equal(before[:, :3], after[:, :3]) and not torch.equal(before[:, 3], after[:, 3])


@holds(
    "scaling",
    shows="what scores are divided by: the root of the head's size",
    against="√64 = 8 in a layer of 512 with 8 heads, by hand",
    within="1e-6",
)
def test_att_03_the_divisor_is_the_root_of_the_heads_size():
    """lucidrains/vit-pytorch#65, omihub777/ViT-CIFAR#11: √64 = 8 for d = 512 and h = 8, not √512."""
    layer = MultiHeadAttention(ModelConfig())
    x = randn(1, 3, 512)
    run = layer.run(x)
    torch.testing.assert_close(run.scores, run.q @ run.k.mT / 8.0)
    q, k = torch.zeros(1, 64), torch.zeros(2, 64)
    q[0, 0], k[0, 0] = 4.0, 4.0  # raw scores [16, 0]
    close(attention(q, k, k).weights, [[0.880797, 0.119203]])


def test_att_03_the_toy_by_hand():
    q, k = torch.tensor([[1.0, 0.0]]), torch.tensor([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
    out = attention(q, k, k)
    close(out.weights, [[0.401112, 0.197776, 0.401112]])
    close(out.out, [[0.802224, 0.598888]])


@pytest.mark.parametrize("place", ["post", "pre"])
def test_att_05_rows_are_queries_and_columns_keys(place):
    """poloclub/transformer-explainer#19, harvardnlp/annotated-transformer#104."""
    model = Transformer(ModelConfig(d_model=8, n_heads=2, d_ff=16, n_layers=2, vocab_size=12, norm_place=place)).eval()
    trace = model.trace(torch.arange(7)[None], torch.arange(5)[None])
    for layer in trace.decoder:
        own, cross = layer.self_attn.weights, layer.cross_attn.weights
        assert own.shape[-2:] == (5, 5) and cross.shape[-2:] == (5, 7)
        assert torch.equal(own > 0, causal_mask(5).expand_as(own)) and (cross > 0).all()  # a triangle, and none
        close(own.sum(-1), torch.ones(1, 2, 5))
        close(cross.sum(-1), torch.ones(1, 2, 5))


def test_att_06_attention_is_the_same_on_every_run_right_after_training():
    """idiap/fast-transformers#131, pytorch/pytorch#42929: dropout left on made rows that do not sum to 1."""
    model = Encoder(ModelConfig(d_model=8, n_heads=2, d_ff=16, n_layers=2, vocab_size=8, max_len=8, dropout=0.5))
    optimizer, ids = torch.optim.Adam(model.parameters()), torch.randint(8, (4, 6))
    for _ in range(2):
        F.cross_entropy(model.train()(ids).flatten(0, 1), ids.flatten()).backward()
        optimizer.step()
    with evaluating(model):
        runs = [model.trace(ids).encoder[1].self_attn.weights for _ in range(3)]
    assert model.training
    assert torch.equal(runs[0], runs[1]) and torch.equal(runs[0], runs[2])
    close(runs[0].sum(-1), torch.ones(4, 2, 6))


def test_pytorch_41508_a_blind_row_leaves_gradients_finite():
    """pytorch/pytorch#41508: B=2, T=4, band mask and padding; in_proj_weight.grad came out NaN."""
    layer, x = self_attention(), randn(2, 4, 8)
    band = causal_mask(4) & ~causal_mask(4).tril(-2)
    ids = torch.tensor([[1, 1, 1, 1], [0, 0, 1, 1]])  # queries 0 and 1 of the second row see padding only
    mask = combine_masks(band, padding_mask(ids, 0))
    out = layer(x, mask=mask)
    out[ids != 0].sum().backward()
    for parameter in layer.parameters():
        assert parameter.grad.isfinite().all() and parameter.grad.any() | (parameter is layer.k_proj.bias)


def test_pytorch_160064_a_whole_head_masked():
    """pytorch/pytorch#160064: NaN everywhere with need_weights=True. Right: that head adds 0, weights can be had."""
    layer, x = self_attention(bias=False), randn(1, 3, 8)
    mask = torch.ones(1, 2, 3, 3, dtype=torch.bool)
    mask[:, 1] = False
    run = layer.run(x, mask=mask)
    assert not run.weights[:, 1].any() and not run.z[:, 1].any()
    torch.testing.assert_close(run.out, layer(x, head_gate=torch.tensor([1.0, 0.0])))


def test_pytorch_63271_padding_hides_columns_when_combined_with_another_mask():
    """pytorch/pytorch#63271: the padded ROW was hidden as well, and turned to NaN."""
    combined = combine_masks(causal_mask(3), padding_mask(torch.tensor([[4, 4, 0]]), 0))
    assert combined[0, 0].int().tolist() == [[1, 0, 0], [1, 1, 0], [1, 1, 0]]


def test_pytorch_27968_a_sequence_of_length_0():
    """pytorch/pytorch#27968: lengths [5, 4, 1, 0]; the empty row was NaN or wrong."""
    layer, x, lengths = self_attention(bias=False), randn(4, 5, 8), [5, 4, 1, 0]
    keep = torch.arange(5)[None] < torch.tensor(lengths)[:, None]
    out = layer(x, mask=keep[:, None, None])
    assert not out[3].any()
    for row, n in enumerate(lengths[:3]):
        torch.testing.assert_close(out[row : row + 1, :n], layer(x[row : row + 1, :n]))


@pytest.mark.parametrize("junk", [1e-10, 1e10, -1e30])
def test_pytorch_64525_hidden_values_do_not_reach_the_output(junk):
    """pytorch/pytorch#64525: 1e-10 against 1e10 in hidden places changed what was visible."""
    q, k, v = randn(2, 4), randn(5, 4, seed=1), randn(5, 4, seed=2)
    mask = torch.tensor([True, True, True, False, False])
    out = attention(q, k, v, mask).out
    k[3:], v[3:] = junk, junk
    assert torch.equal(attention(q, k, v, mask).out, out)


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_transformers_17306_half_precision_masks_stay_finite(dtype):
    """huggingface/transformers#17306, #17437, google/flax#982: finfo.min + score = -inf, a row of them NaN."""
    q = torch.tensor([[8.0, 8.0], [-8.0, -8.0]], dtype=dtype)
    k = torch.tensor([[-8.0, -8.0], [8.0, 8.0]], dtype=dtype)
    mask = torch.tensor([[True, False], [False, False]])
    weights = attention(q, k, k, mask).weights
    assert weights.dtype == dtype and weights.tolist() == [[1, 0], [0, 0]]
    lowest = torch.tensor(torch.finfo(torch.float16).min, dtype=torch.float16)
    assert (lowest - 17).isinf()  # how the bug came about


def test_fairseq_3575_masking_works_in_half_precision():
    """facebookresearch/fairseq#3575, NVIDIA/apex#1105: filling with -1e8 cannot be done in Half."""
    half = torch.zeros(3, 3, dtype=torch.float16)
    with pytest.raises(RuntimeError, match="overflow"):
        half.masked_fill(~causal_mask(3), -1e8)
    close(attention(half, half, half, causal_mask(3)).weights.float(), [[1, 0, 0], [0.5, 0.5, 0], [1 / 3] * 3], 1e-3)


def test_pytorch_60939_the_query_is_scaled_before_the_product():
    """pytorch/pytorch#60939: q kᵀ overflows to inf in float16 before it is divided."""
    q = torch.full((1, 64), 40.0, dtype=torch.float16)
    k = torch.stack([q[0], q[0] / 2])
    assert (q @ k.T)[0, 0].isinf()  # 102,400 is over 65,504
    out = attention(q, k, k)
    assert out.scores.isfinite().all() and out.weights.tolist() == [[1, 0]]


def test_pytorch_60939_large_scores_do_not_overflow_the_softmax():
    """exp(1000) is inf: the naive softmax of [1000, 1001] is [nan, nan]."""
    out = attention(torch.tensor([[1.0]]), torch.tensor([[1000.0], [1001.0]]), torch.eye(2))
    close(out.weights, [[0.268941, 0.731059]])


def test_annotated_transformer_minus_1e9_leaks_hidden_tokens_when_nothing_is_visible():
    """harvardnlp/annotated-transformer, karpathy/minGPT, equinox: a finite fill spreads the row over hidden keys."""
    scores = torch.tensor([[2.0, 5.0]])
    close(scores.masked_fill(torch.tensor([[True, True]]), -1e9).softmax(-1), [[0.5, 0.5]])  # the bug
    out = attention(torch.ones(1, 1), scores.T, torch.ones(2, 3), torch.zeros(1, 2, dtype=torch.bool))
    assert out.weights.tolist() == [[0, 0]] and out.out.tolist() == [[0, 0, 0]]


def test_llms_from_scratch_1061_true_means_may_attend():
    """rasbt/LLMs-from-scratch#1061, pytorch#170400: triu(…, 1).bool() attends to the future only."""
    q = randn(3, 4)
    weights = attention(q, q, q, causal_mask(3)).weights
    assert weights[0].tolist() == [1, 0, 0] and (weights[2] > 0).all()
    wrong = attention(q, q, q, torch.ones(3, 3).triu(1).bool()).weights
    assert wrong[0, 0] == 0 and not wrong[2].any()


def test_pytorch_21518_a_float_mask_is_refused_instead_of_added():
    """pytorch/pytorch#21518: a float tril of ones is added to the scores and hides nothing."""
    q = randn(3, 4)
    with pytest.raises(TypeError, match="float32"):
        attention(q, q, q, torch.ones(3, 3).tril())


def test_pytorch_103082_one_new_query_sees_every_key():
    """pytorch/pytorch#103082, #115111, #108108: Tq = 1, Tk = 5 gave weights [1, 0, 0, 0, 0]."""
    zeros = torch.zeros(1, 2), torch.zeros(5, 2), torch.zeros(5, 2)
    close(attention(*zeros, causal_mask(1, 5)).weights, [[0.2] * 5])
    assert causal_mask(1, 5).all()


def test_flash_attention_1778_more_queries_than_keys():
    """Dao-AILab/flash-attention#1778, ml-explore/mlx#2835: the first Tq - Tk queries see nothing, output 0."""
    q, k, v = randn(5, 3), randn(2, 3, seed=1), randn(2, 3, seed=2)
    out = attention(q, k, v, causal_mask(5, 2))
    assert not out.out[:3].any() and out.weights[3].tolist() == [1, 0] and (out.weights[4] > 0).all()
    torch.testing.assert_close(out.out[3], v[0])


@pytest.mark.parametrize("past", [0, 1, 4])
def test_onnx_8054_the_causal_offset_is_the_length_of_the_past(past):
    """onnx/onnx#8054: j <= i + past, on every way through the cache."""
    for i, row in enumerate(causal_mask(3, past + 3).tolist()):
        assert row == [j <= i + past for j in range(past + 3)]


def test_pytorch_97111_padded_rows_keep_their_shape_and_leave_the_valid_ones_alone():
    """pytorch/pytorch#97111, #86120: the eval fast path cut the output to the longest row, or zeroed padded rows."""
    model = Encoder(ModelConfig(d_model=8, n_heads=2, d_ff=16, n_layers=2, vocab_size=9, max_len=8, pad_id=0)).eval()
    ids = torch.tensor([[3, 4, 0, 0], [5, 0, 0, 0]])
    with torch.inference_mode():
        batch = model(ids)
        assert batch.shape == (2, 4, 9)
        torch.testing.assert_close(batch[:1, :2], model(ids[:1, :2]))
        torch.testing.assert_close(batch[1:, :1], model(ids[1:, :1]))
