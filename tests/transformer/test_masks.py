"""Who may see whom."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from core.transformer import causal_mask, combine_masks, padding_mask

lengths = st.integers(0, 12)


@given(lengths, lengths)
def test_the_last_query_is_aligned_with_the_last_key(t_q, t_k):
    mask = causal_mask(t_q, t_k)
    assert mask.dtype == torch.bool and mask.shape == (t_q, t_k)
    for q in range(t_q):
        assert mask[q].tolist() == [k <= q + t_k - t_q for k in range(t_k)]


@given(st.integers(0, 12))
def test_a_square_mask_shows_the_present_and_the_past(t):
    assert torch.equal(causal_mask(t), causal_mask(t, t))
    assert causal_mask(t).sum(-1).tolist() == list(range(1, t + 1))


@given(st.integers(1, 6), st.integers(1, 6))
def test_a_mask_for_new_tokens_is_the_last_rows_of_the_whole(past, new):
    assert torch.equal(causal_mask(new, past + new), causal_mask(past + new)[past:])


@pytest.mark.parametrize("sizes", [(-1,), (2, -3)])
def test_negative_lengths_are_refused(sizes):
    with pytest.raises(ValueError, match="at least 0"):
        causal_mask(*sizes)


def test_padding_hides_columns_never_rows():
    mask = padding_mask(torch.tensor([[4, 0, 0], [0, 5, 6]]), pad_id=0)
    assert mask.shape == (2, 1, 1, 3)
    assert mask[:, 0, 0].tolist() == [[True, False, False], [False, True, True]]


masks = st.lists(st.lists(st.booleans(), min_size=6, max_size=6), min_size=1, max_size=4)


@given(masks)
def test_combining_is_and_in_any_order(rows):
    tensors = [torch.tensor(row).view(2, 3) for row in rows]
    expected = torch.tensor([all(column) for column in zip(*rows, strict=True)]).view(2, 3)
    assert torch.equal(combine_masks(*tensors), expected)
    assert torch.equal(combine_masks(None, *tensors[::-1], None), expected)


def test_combining_broadcasts_and_leaves_its_inputs_alone():
    causal, padding = causal_mask(3), padding_mask(torch.tensor([[1, 1, 0]]), 0)
    both = combine_masks(causal, padding)
    assert both.shape == (1, 1, 3, 3) and both[0, 0].int().tolist() == [[1, 0, 0], [1, 1, 0], [1, 1, 0]]
    assert torch.equal(causal, causal_mask(3))


def test_nothing_combined_is_no_mask():
    assert combine_masks() is None and combine_masks(None, None) is None


@pytest.mark.parametrize("dtype", [torch.float32, torch.int64, torch.uint8])
def test_a_mask_that_is_not_bool_is_refused(dtype):
    with pytest.raises(TypeError, match=str(dtype)):
        combine_masks(causal_mask(3).to(dtype))
