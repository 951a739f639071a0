"""Word vectors: what ships, neighbours, analogies, unknown words."""

import re

import numpy as np
import pytest

from core.text import ANALOGIES, CATEGORIES, UnknownWord, WordVectors
from core.text.categories import LEFT_OUT, WANTED
from tests.evidence import holds


@pytest.fixture(scope="module")
def vectors():
    return WordVectors.load()


@pytest.fixture
def tiny():
    return WordVectors(["east", "north", "northeast", "west", "zero"], [[2, 0], [0, 1], [3, 3], [-1, 0], [0, 0]])


@holds("embeddings", says="pretrained vectors (GloVe) with 50 numbers each", against="the table that ships")
def test_what_ships(vectors):
    assert vectors.vectors.shape == (len(vectors), 50) and 5_000 <= len(vectors) < 5_200
    assert np.array_equal(vectors.vectors, vectors.vectors.astype(np.float16).astype(np.float32))
    assert all(word in vectors for word in WANTED.union(*CATEGORIES.values(), *ANALOGIES))
    assert all(re.fullmatch("[a-z]+", word) and not word.startswith(LEFT_OUT) for word in vectors.words)
    assert WordVectors.load() is vectors


@holds(
    "embeddings",
    says=("opposites such as *good* and *bad* stand in the same places of a sentence, so they are near each other too"),
    against="the published vectors: 0.80",
    within="0.005",
)
@pytest.mark.parametrize(
    ("a", "b", "similarity"),
    [
        ("cat", "dog", 0.92),
        ("cat", "car", 0.36),
        ("king", "queen", 0.78),
        ("animal", "street", 0.25),
        ("good", "bad", 0.80),
    ],
)
def test_known_similarities(vectors, a, b, similarity):
    assert vectors.cosine(a, b) == pytest.approx(similarity, abs=0.005)


@pytest.mark.parametrize(
    ("words", "answer", "similarity"),
    [(("king", "man", "woman"), "queen", 0.85), (("paris", "france", "germany"), "berlin", 0.92)],
)
def test_known_analogies(vectors, words, answer, similarity):
    found = vectors.analogy(*words)
    assert found[0] == (answer, pytest.approx(similarity, abs=0.005))
    assert not {word for word, _ in found} & set(words)


@holds(
    "embeddings",
    says="words that are used alike point the same way",
    against="cosines within each of nine groups of words, across groups, and of all pairs",
    within="",
)
def test_words_of_a_group_point_the_same_way(vectors):
    """Two words of a group have a larger cosine than two of different groups, and than two of all words."""
    rows = {name: np.array([vectors[word] for word in words]) for name, words in CATEGORIES.items()}
    unit = {name: group / np.linalg.norm(group, axis=1, keepdims=True) for name, group in rows.items()}
    for name, own in unit.items():
        inside = ((own @ own.T).sum() - len(own)) / (len(own) * (len(own) - 1))
        across = max(float((own @ other.T).mean()) for at, other in unit.items() if at != name)
        assert inside > across + 0.1 and inside > vectors.pairs.mean + 0.25


@holds(
    "embeddings",
    says="All three are brought to length 1 first, and none of them may be the answer.",
    against="the whole table divided by its lengths, added and sorted in numpy",
    within="1e-5",
)
def test_an_analogy_adds_and_subtracts_directions(vectors):
    table = vectors.vectors.astype(np.float64)
    table /= np.linalg.norm(table, axis=1, keepdims=True)
    at = {word: row for row, word in enumerate(vectors.words)}
    a, b, c = (table[at[word]] for word in ("king", "man", "woman"))
    cosines = table @ (a - b + c) / np.linalg.norm(a - b + c)
    cosines[[at[word] for word in ("king", "man", "woman")]] = -2
    best = np.argsort(-cosines)[:6]
    found = vectors.analogy("king", "man", "woman", 6)
    assert [word for word, _ in found] == [vectors.words[row] for row in best]
    assert [cosine for _, cosine in found] == pytest.approx(cosines[best], abs=1e-5)


def test_the_plane_of_five_groups_keeps_under_half_of_the_variance(vectors):
    words = [word for group in ("animals", "royalty", "cities", "food", "vehicles") for word in CATEGORIES[group]]
    assert 0.35 < vectors.plane(words).kept < 0.5


def test_neighbours_by_hand(tiny):
    assert [word for word, _ in tiny.neighbours("east", 3)] == ["northeast", "north", "zero"]
    assert tiny.neighbours("east", 1)[0][1] == pytest.approx(0.5**0.5)
    assert [word for word, _ in tiny.neighbours([5, 0], 1)] == ["east"]
    assert len(tiny.neighbours("east", 99)) == 4
    assert tiny.neighbours(" EAST ", 1) == tiny.neighbours("east", 1)


@holds("embeddings", shows="the nearest words and their cosines", against="cosines computed one by one", within="1e-5")
def test_neighbours_equal_cosines_one_by_one(vectors):
    best = sorted(
        ((vectors.cosine("banana", w), w) for w in (*vectors.words[:400], "potato", "fruit") if w != "banana"),
        reverse=True,
    )
    found = dict(vectors.neighbours("banana", len(vectors)))
    assert len(found) == len(vectors) - 1
    for similarity, word in best:
        assert found[word] == pytest.approx(similarity, abs=1e-5)


def test_a_zero_vector_gets_the_sentence(tiny):
    for call in (
        lambda: tiny.cosine("zero", "east"),
        lambda: tiny.angle("zero", "east"),
        lambda: tiny.neighbours("zero"),
        lambda: tiny.neighbours([0, 0]),
        lambda: tiny.analogy("east", "zero", "west"),
    ):
        with pytest.raises(ValueError, match=r"^similarity is undefined for a zero vector$"):
            call()


@pytest.mark.parametrize("n", [0, -3])
def test_no_neighbours_is_no_question(tiny, n):
    with pytest.raises(ValueError, match="1 or more"):
        tiny.neighbours("east", n)


def test_an_unknown_word_gets_a_sentence_with_similar_spellings(vectors):
    with pytest.raises(UnknownWord) as error:
        vectors["bananna"]
    assert error.value.close[0] == "banana"
    assert str(error.value) == "There is no vector for “bananna”. Similar spellings: banana."
    assert isinstance(error.value, KeyError) and "bananna" not in vectors and 3 not in vectors
    with pytest.raises(UnknownWord, match=r"^There is no vector for “x{30}…”\.$"):
        vectors.cosine("x" * 5000, "cat")


def test_readers_cannot_change_the_shared_vectors(vectors):
    with pytest.raises(ValueError, match="read-only"):
        vectors["cat"][0] = 1


@pytest.mark.parametrize(("words", "rows"), [(["a"], [[1, 2], [3, 4]]), (["a", "a"], [[1], [2]]), (["a"], [1])])
def test_rows_that_do_not_fit_are_refused(words, rows):
    with pytest.raises(ValueError):
        WordVectors(words, rows)
