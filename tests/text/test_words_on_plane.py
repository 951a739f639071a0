"""Words on a plane, compared in the full space and on it; and the parts of a cosine."""

import numpy as np
import pytest

from core.text import CATEGORIES, UnknownWord, WordVectors, compare, word_plane
from tests.evidence import holds


@pytest.fixture(scope="module")
def vectors():
    return WordVectors.load()


def test_the_parts_make_the_cosine():
    one = compare([3, 4], [4, 3])
    assert (one.dot, one.length_u, one.length_v) == (24, 5, 5) and one.cosine == pytest.approx(0.96)
    with pytest.raises(ValueError, match="undefined for a zero vector"):
        compare([0, 0], [1, 2])


@holds(
    "embeddings",
    says="The two lines start at the zero vector, the ring marked 0: that is where angles are measured.",
    against="vectors of two numbers, whose angles and lengths are known",
    within="1e-4",
)
def test_a_flat_space_is_not_bent():
    """With two dimensions the plane is the space itself: the angles stay."""
    corners = WordVectors(["east", "north", "up", "far"], [[1, 0], [0, 2], [1, 1], [-3, 0.5]])
    shown = word_plane(corners, {"all": corners.words}, "east", "up")
    assert shown.kept == pytest.approx(1) and shown.bend == pytest.approx(0, abs=1e-5)
    assert shown.full.angle == pytest.approx(45) and shown.flat.angle == pytest.approx(45, abs=1e-5)
    gap = np.linalg.norm(shown.points[0] - np.array(shown.origin))
    assert gap == pytest.approx(1, abs=1e-6)  # "east" is as far from the shown origin as it is long


def test_real_words_are_bent(vectors):
    shown = word_plane(vectors, {name: CATEGORIES[name] for name in ("animals", "cities")}, "cat", "dog")
    assert shown.full.cosine == pytest.approx(vectors.cosine("cat", "dog"), abs=1e-6)
    assert 0.2 < shown.kept < 0.9 and shown.bend > 5
    assert set(shown.hulls) == {"animals", "cities"} and len(shown.words) == len(shown.points) == 16


def test_words_of_no_group_are_placed_too(vectors):
    shown = word_plane(vectors, {"animals": CATEGORIES["animals"]}, " Piano ", "CAT")
    assert shown.words[-1] == "piano" and shown.groups[-1] == "compared" and shown.words.count("cat") == 1
    with pytest.raises(UnknownWord):
        word_plane(vectors, {"animals": ("cat",)}, "cat", "xqzzy")
    with pytest.raises(ValueError, match="at least one word"):
        word_plane(vectors, {}, "cat", "dog")


def test_one_word_against_itself(vectors):
    shown = word_plane(vectors, {"one": ("cat",)}, "cat", "cat")
    assert shown.full.cosine == pytest.approx(1) and shown.full.angle == 0 and shown.bend == 0


@holds(
    "embeddings",
    says="below the figure you see what the answer would be without it",
    against="the nearest word with the three allowed: king",
)
def test_the_three_words_of_an_analogy_may_answer_when_allowed(vectors):
    assert vectors.analogy("king", "man", "woman", 1)[0][0] == "queen"
    assert vectors.analogy("king", "man", "woman", 1, exclude=False)[0][0] == "king"
