"""Neighbours in the translator's own table, and one word between sentences in the encoder."""

import numpy as np
import pytest

from core.models import minilm, translator


@pytest.fixture(scope="module")
def model():
    return translator.load()


def test_neighbours_have_the_largest_cosines(model):
    token = translator.word_tokens(model, "house")[0]
    found = translator.nearest_tokens(model, token, 5)
    table = model.model.source_embedding.tokens.weight.detach().double().numpy()
    cosines = table @ table[token] / np.linalg.norm(table, axis=1).clip(1e-12) / np.linalg.norm(table[token])
    cosines[[0, 1, 2, token]] = -2
    assert [one.id for one in found] == np.argsort(-cosines)[:5].tolist()
    assert found[0].cosine == pytest.approx(cosines.max())
    assert translator.token_cosine(model, token, found[0].id) == pytest.approx(found[0].cosine)


@pytest.mark.parametrize("token", [0, 2, -1, 10**6])
def test_an_id_that_is_no_token_is_refused(model, token):
    with pytest.raises(ValueError, match="outside"):
        translator.nearest_tokens(model, token)


def test_no_word_is_refused(model):
    with pytest.raises(ValueError, match="no word"):
        translator.word_tokens(model, "  ")


def test_a_word_between_sentences_agrees_with_pairs():
    encoder = minilm.load()
    sentences = [sentence for pair in minilm.BANK.values() for sentence in pair]
    cosines = minilm.sense_cosines(encoder, sentences, "bank")
    assert np.shape(cosines) == (7, 4, 4)
    np.testing.assert_allclose(
        [layer[0][2] for layer in cosines], minilm.cosine_by_layer(encoder, sentences[0], sentences[2], "bank")
    )
    assert cosines[6][0][1] > cosines[6][0][2]  # money is nearer to money than to a river
