"""Sinusoids and learned tables."""

import math

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from core.transformer import ModelConfig, sinusoidal_positions
from core.transformer.positions import Positions
from tests.evidence import holds


@holds(
    "positions",
    says="a second one that depends on nothing but the position",
    against="Python's sine and cosine, entry by entry, for random lengths and widths",
    within="1e-6",
)
@settings(deadline=None)
@given(st.integers(0, 6), st.integers(1, 17), st.integers(0, 600))
def test_every_entry_is_the_papers_formula(length, d_model, offset):
    table = sinusoidal_positions(length, d_model, offset)
    assert table.shape == (length, d_model)
    for row, position in enumerate(range(offset, offset + length)):
        for j in range(d_model):
            angle = position / 10_000 ** (2 * (j // 2) / d_model)
            expected = math.cos(angle) if j % 2 else math.sin(angle)
            assert table[row, j].item() == pytest.approx(expected, abs=1e-6)


def test_an_offset_is_a_slice_of_the_longer_table():
    assert torch.equal(sinusoidal_positions(5, 8, offset=7), sinusoidal_positions(12, 8)[7:])


def test_the_default_dtype_is_kept_and_float64_is_exact(float64):
    table = sinusoidal_positions(3, 4)
    assert table.dtype == torch.float64
    assert table[2, 2].item() == pytest.approx(math.sin(2 / 100), abs=1e-16)


@pytest.mark.parametrize("arguments", [(-1, 4, 0), (3, 0, 0), (3, 4, -1)])
def test_impossible_sizes_are_refused(arguments):
    with pytest.raises(ValueError, match="at least"):
        sinusoidal_positions(*arguments)


@pytest.mark.parametrize("kind", ["sinusoidal", "learned"])
def test_rows_start_at_the_offset_and_end_at_max_len(kind):
    positions = Positions(ModelConfig(d_model=4, n_heads=2, max_len=6, positions=kind))
    assert torch.equal(positions(2, offset=4), positions(6)[4:])
    with pytest.raises(ValueError, match="7 tokens is over max_len=6"):
        positions(3, offset=4)


def test_learned_rows_are_trained_and_the_sinusoids_are_not():
    def parameters(kind):
        return [p.shape for p in Positions(ModelConfig(d_model=4, n_heads=2, max_len=6, positions=kind)).parameters()]

    assert parameters("learned") == [(6, 4)] and parameters("sinusoidal") == []


def test_sinusoids_are_not_saved_with_the_weights_but_learned_rows_are():
    def saved(kind):
        return list(Positions(ModelConfig(d_model=4, n_heads=2, max_len=6, positions=kind)).state_dict())

    assert saved("sinusoidal") == [] and saved("learned") == ["table"]
