"""The cell inspector computes what `core.transformer.attention` computes."""

import math

import numpy as np
import pytest
import torch

from core.analysis.attention import open_cell
from core.transformer import attention, causal_mask
from tests.evidence import holds

Q, K, V = torch.randn(3, 5, 8, dtype=torch.float64, generator=torch.Generator().manual_seed(0))
MASK = causal_mask(5)


@holds(
    "attention", shows="a cell, step by step", against="the attention of the whole matrix, in float64", within="1e-12"
)
@holds(
    "scaling",
    says="a sum of $d_k$ products",
    against="the product of query and key by torch, in float64",
    within="1e-12",
)
@holds(
    "lookup",
    shows="an opened cell: product, score and weight",
    against="the whole attention in one call, every cell of it",
    within="1e-12",
)
@holds(
    "shapes",
    shows="an opened cell of S and P",
    against="the whole attention in one call, every cell of it",
    within="1e-12",
)
@pytest.mark.parametrize("i", range(5))
@pytest.mark.parametrize("j", range(5))
def test_score_and_weight_are_those_of_attention(i, j):
    out = attention(Q, K, V, MASK)
    cell = open_cell(Q[i], K, j, MASK[i])
    assert cell.weight == pytest.approx(out.weights[i, j].item(), abs=1e-12)
    assert cell.dot == pytest.approx((Q[i] @ K[j]).item(), abs=1e-12)
    assert cell.score == pytest.approx(cell.dot / math.sqrt(8), abs=1e-12)
    assert cell.allowed is bool(j <= i)
    assert cell.products.sum() == pytest.approx(cell.dot, abs=1e-12)


def test_the_weights_of_a_row_add_up():
    assert sum(open_cell(Q[2], K, j, MASK[2]).weight for j in range(5)) == pytest.approx(1.0)


def test_large_scores_do_not_overflow():
    assert open_cell([1000.0], [[2.0], [1.0]], j=0).weight == 1.0


def test_a_fully_masked_row_has_weight_zero():
    cell = open_cell(Q[0], K, 1, np.zeros(5, dtype=bool))
    assert cell.weight == 0 and cell.total == 0 and not cell.allowed
