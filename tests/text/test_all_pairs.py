"""The cosines of all pairs of a table: against torch, pair by pair."""

from itertools import combinations

import numpy as np
import pytest
import torch

from core.models import translator
from core.text import WordVectors, all_pairs
from tests.evidence import holds


@holds(
    "embeddings",
    shows="the mean cosine of all pairs, and the line that 95 % of them do not reach",
    against="torch, pair by pair",
    within="1e-12 for the mean, 0.0005 for the line",
)
@pytest.mark.parametrize("n", [2, 3, 60, 1200])  # more rows than are compared at a time, and fewer
def test_mean_and_high_end_are_those_of_the_pairs_one_by_one(n):
    rows = torch.randn(n, 7, generator=torch.Generator().manual_seed(n), dtype=torch.float64) + 0.3
    one, other = torch.tensor(list(combinations(range(n), 2))).T
    cosines = torch.cosine_similarity(rows[one], rows[other])
    found = all_pairs(rows.numpy())
    assert found.count == len(cosines)
    assert found.mean == pytest.approx(float(cosines.mean()), abs=1e-12)
    assert found.high == pytest.approx(np.quantile(cosines.numpy(), 0.95, method="inverted_cdf"), abs=0.0005001)


@holds(
    "embeddings",
    says="Is a cosine of 0.8 much? Not as much as it seems",
    against="the cosines of all pairs of words: 95 % are below 0.60, so 0.8 is far above them",
    within="",
)
@holds(
    "embeddings",
    says="any two of them have a cosine above zero, on average",
    against="the mean over all pairs of words, 0.31",
    within="0.1",
)
def test_what_the_page_says_of_the_words_holds():
    """A cosine of 0.8 is far from that of any two words, and most words of a language are no right angle apart."""
    words = WordVectors.load().pairs
    assert 0.2 < words.mean < 0.4 and 0.5 < words.high < 0.7
    assert "the mean cosine is 0.31, and 95 % of the pairs are below 0.60." in words.in_words()
    assert translator.token_pairs(translator.load()).high < words.high
