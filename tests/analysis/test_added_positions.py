"""What positions do to the tokens of a sentence, and the proof that a decoder does not look ahead."""

import math

import numpy as np
import pytest
import torch

from core.analysis.masking import beginnings_apart, beginnings_in_words, hidden_in_words
from core.analysis.sinusoids import added_positions
from core.models import translator
from core.transformer import ModelConfig, Transformer
from tests.evidence import holds


@holds(
    "positions",
    shows="the angle by which a position turns a token",
    against="numpy, from the formula",
    within="1e-4 degrees",
)
def test_the_angles_are_those_of_numpy():
    x = torch.randn(6, 32, generator=torch.Generator().manual_seed(1))
    found = added_positions(x)
    angles = np.arange(6)[:, None] / 10_000 ** (2 * np.arange(16) / 32)
    pe = np.stack([np.sin(angles), np.cos(angles)], -1).reshape(6, 32)
    for row, position, degrees in zip(x.double().numpy(), pe, found.degrees, strict=True):
        total = row + position
        cosine = row @ total / math.sqrt((row @ row) * (total @ total))
        assert degrees == pytest.approx(math.degrees(math.acos(cosine)), abs=1e-4)
    assert found.position_lengths == pytest.approx([4.0] * 6, abs=1e-6)  # √(D/2)


def test_the_words_name_the_token_that_is_turned_most():
    x = torch.stack([torch.full((8,), 100.0), torch.full((8,), 0.01)])
    assert "turns “b” most" in added_positions(x).in_words(["a", "b"])


@holds(
    "causal_mask",
    says="its logits do not change when the German is cut off behind a token",
    against="a pass of its own for each beginning, in float32",
    within="1e-4",
)
def test_a_sentence_that_goes_on_changes_nothing_before():
    model = translator.load()
    said = translator.traced_translation(model, "I bought a new car yesterday.")
    apart = beginnings_apart(model.model, said.source_ids, said.read_ids)
    assert len(apart) == len(said.read_ids) and max(apart) < 1e-4
    assert f"{max(apart):.1e} at most" in beginnings_in_words(apart)


def test_a_decoder_that_looks_ahead_is_found_out(monkeypatch):
    model = Transformer(ModelConfig(16, 2, 32, 1, 11, 8), torch.Generator().manual_seed(0)).eval()
    open_mask = torch.ones(1, 1, dtype=torch.bool)
    monkeypatch.setattr("core.transformer.model.causal_mask", lambda *sizes, **options: open_mask)
    apart = beginnings_apart(model, [3, 4, 5], [1, 6, 7, 8])
    assert min(apart[:-1]) > 1e-3 and apart[-1] < 1e-5


def test_hidden_cells_are_counted_and_their_weights_summed():
    weights = torch.tensor([[1.0, 0.0], [0.25, 0.75]])
    words = hidden_in_words(weights, torch.tensor([[False, True], [False, False]]), ["a", "b"])
    assert words.startswith("1 of 4 cells are hidden; their weights sum to 0.") and "to “b”, 75.0 %" in words


@holds(
    "embeddings",
    shows="the cosines and lengths of the rows of a sentence",
    against="rows of the table, multiplied in numpy",
    within="1e-6",
)
def test_rows_of_a_sentence():
    model = translator.load()
    rows = translator.sentence_rows(model, model.source_ids("The dog and the cat"))
    table = model.model.source_embedding.tokens.weight.double().numpy()
    one, other = (table[model.source_ids("The dog and the cat")[at]] for at in (1, 4))
    assert rows.cosines[1, 4] == pytest.approx(one @ other / np.linalg.norm(one) / np.linalg.norm(other))
    assert rows.scale == pytest.approx(math.sqrt(128)) and rows.lengths[1] == pytest.approx(np.linalg.norm(one))
    assert "Most alike" in rows.in_words(list("abcdefgh"[: len(rows.lengths)]))
