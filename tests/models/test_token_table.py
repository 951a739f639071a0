"""Neighbours in the translator's own table, and one word between sentences in the encoder."""

import numpy as np
import pytest

from core.models import minilm, translator
from tests.evidence import holds


@pytest.fixture(scope="module")
def model():
    return translator.load()


@holds(
    "embeddings",
    shows="the neighbours in the translator's own table",
    against="the whole table multiplied out in numpy",
    within="1e-6",
)
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


@holds(
    "embeddings",
    says="An id says nothing about a token: 4,071 is not more like 4,072 than like 12.",
    against=(
        "the share of the variance of all cosines in the translator's table that the distance of two ids "
        "explains: under 1 %"
    ),
    within="",
)
def test_how_far_two_ids_are_apart_explains_nothing(model):
    """Of how alike the vectors of two ids are, the distance of the ids explains less than 1 % of the variance."""
    table = model.model.source_embedding.tokens.weight.detach().double().numpy()[3:]
    table /= np.linalg.norm(table, axis=1, keepdims=True).clip(1e-12)
    i, j = np.triu_indices(len(table), 1)
    cosines = (table @ table.T)[i, j]
    counts = np.bincount(j - i)
    means = np.bincount(j - i, cosines) / counts.clip(1)
    assert np.average((means - cosines.mean()) ** 2, weights=counts) < 0.01 * cosines.var()


@holds(
    "embeddings",
    says="a row for each token, the same row wherever the token stands",
    against="the cosine of the rows of a repeated token, 1",
    within="1e-6",
)
def test_a_token_has_the_same_row_wherever_it_stands(model):
    ids = model.source_ids("I think I know what I want.")
    places = [at for at, token in enumerate(ids) if ids.count(token) > 1]
    assert len(places) > 1
    rows = translator.sentence_rows(model, ids)
    for one in places:
        for other in places:
            assert ids[one] != ids[other] or rows.cosines[one, other] == pytest.approx(1)
