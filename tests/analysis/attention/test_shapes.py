import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from core.analysis.attention import attention_tensors, head_columns, largest_entry, merge_heads
from tests.evidence import holds


@holds(
    "shapes",
    says="every shape below is read off the tensors of that run",
    against="the sizes that the letters of its axes stand for, in 25 layers of random sizes",
)
@holds(
    "shapes",
    shows="the shape, the numbers and the bytes of all thirteen tensors",
    against="the product of the sizes of their axes, in 25 layers of random sizes",
)
@settings(max_examples=25, deadline=None)
@given(st.integers(1, 6), st.integers(1, 4), st.integers(1, 4), st.integers(1, 3))
def test_shapes_are_what_the_letters_say(t, d_k, heads, batch):
    d = d_k * heads
    size = {"B": batch, "T": t, "D": d, "H": heads, "K": d_k}
    rows = attention_tensors(t, d, heads, batch=batch)
    for row in rows:
        assert row.shape == tuple(size[axis] for axis in row.axes)
        assert row.elements == row.values.numel() and row.bytes == 4 * row.elements
    names = [row.name for row in rows]
    assert names == ["X", "W_Q", "W_K", "W_V", "Q", "K", "V", "S", "P", "O", "concat", "W_O", "Y"]


@holds(
    "shapes",
    says="their arithmetic can be checked all the same",
    against="every expression of the list, computed once more from the tensors that it names",
    within="1e-6",
)
@holds(
    "shapes",
    says="the same columns of the weight matrix made them",
    against="the input times the whole matrix, its columns cut out",
    within="1e-6",
)
def test_the_expressions_hold_for_the_values():
    at = {row.name: row.values for row in attention_tensors(5, 12, 3, batch=2, causal=True)}
    for h, columns in enumerate(head_columns(12, 3)):
        for matrix, part in (("W_Q", "Q"), ("W_K", "K"), ("W_V", "V")):
            assert torch.allclose((at["X"] @ at[matrix])[..., list(columns)], at[part][:, h], atol=1e-6)
        assert torch.equal(at["concat"][..., list(columns)], at["O"][:, h])
    assert torch.allclose(at["P"] @ at["V"], at["O"])
    assert torch.allclose(at["S"].softmax(-1), at["P"])
    assert torch.allclose(at["P"].sum(-1), torch.ones(2, 3, 5))
    assert torch.allclose(at["concat"] @ at["W_O"], at["Y"], atol=1e-6)
    future = torch.ones(5, 5, dtype=torch.bool).triu(1)
    assert at["P"][..., future].eq(0).all() and at["S"][..., future].isneginf().all()


@holds("shapes", shows="which columns each head owns", against="all columns in their order")
def test_the_heads_own_all_columns_once():
    assert [column for columns in head_columns(12, 4) for column in columns] == list(range(12))


def test_heads_that_do_not_divide_the_width_are_refused():
    for function in (lambda: head_columns(8, 3), lambda: attention_tensors(4, 8, 3)):
        with pytest.raises(ValueError, match="n_heads=3 does not divide d_model=8"):
            function()


@holds("shapes", says="A tensor with more than two axes is a stack of matrices", against="the entry of the stack")
@holds("shapes", says="After attention the blocks are laid side by side again", against="the heads merged by hand")
def test_merging_undoes_the_split_and_a_matrix_is_one_head_of_one_sequence():
    at = {row.name: row for row in attention_tensors(5, 12, 3, batch=2)}
    assert torch.equal(merge_heads(at["O"].values), at["concat"].values)
    assert torch.equal(at["S"].matrix(item=1, head=2), at["S"].values[1, 2])
    assert torch.equal(at["X"].matrix(item=1, head=2), at["X"].values[1])
    assert torch.equal(at["W_Q"].matrix(item=1, head=2), at["W_Q"].values)


def test_the_largest_entry_is_finite_and_the_first_of_equals():
    assert largest_entry(torch.tensor([[-torch.inf, 2.0], [-2.0, torch.inf]])) == (0, 1, 2.0)


@holds(
    "shapes",
    says="every head reads all of $x$",
    against="the queries with one component of x set to zero, each in turn",
    within="all heads change",
)
def test_every_head_reads_all_components_of_x():
    """What the page says against the slice: set one component of x to zero, and the queries of every head move."""
    rows = {row.name: row for row in attention_tensors(5, 8, 2)}
    x, w_q = rows["X"].values[0], rows["W_Q"].values
    for component in range(8):
        changed = x.clone()
        changed[:, component] = 0
        moved = ((changed - x) @ w_q).unflatten(-1, (2, 4)).abs().amax(dim=(0, 2))  # a number for each head
        assert (moved > 0).all()


@holds(
    "shapes",
    says="The list holds three kinds of size",
    against="the same layer on twice the text: as many numbers, twice or four times as many",
)
@holds("shapes", says="What belongs to a token grows with $T$", against="the same layer on twice the text")
@holds(
    "shapes",
    says="Only $S$ and $P$ belong to pairs of tokens and grow with $T^2$, once for every head",
    against="the same layer on twice the text, and with twice the heads",
)
def test_there_are_three_kinds_of_size():
    """With twice the text a tensor has as many numbers, twice or four times as many; with twice the heads too."""
    sizes = [
        {row.name: row.elements for row in attention_tensors(length, 12, heads)}
        for length, heads in ((5, 3), (10, 3), (5, 6))
    ]
    kinds = {name: sizes[1][name] // size for name, size in sizes[0].items()}
    assert all(sizes[1][name] == kinds[name] * size for name, size in sizes[0].items())
    assert {name for name, kind in kinds.items() if kind == 1} == {"W_Q", "W_K", "W_V", "W_O"}
    assert {name for name, kind in kinds.items() if kind == 2} == {"X", "Q", "K", "V", "O", "concat", "Y"}
    assert {name for name, kind in kinds.items() if kind == 4} == {"S", "P"}
    assert {name for name, size in sizes[0].items() if sizes[2][name] == 2 * size} == {"S", "P"}, "once for every head"
    assert all(sizes[2][name] == size for name, size in sizes[0].items() if name not in ("S", "P"))
