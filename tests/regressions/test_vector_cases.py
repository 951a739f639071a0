"""Inputs that broke other similarity code, each named after its case."""

import pytest

from core.text import angle, cosine
from tests.evidence import holds


@holds(
    "embeddings", says="A vector of zeros has no direction, and so no cosine.", against="the error that it has to raise"
)
def test_emb_01_a_zero_vector_has_no_similarity():
    for measure in (cosine, angle):
        with pytest.raises(ValueError, match=r"^similarity is undefined for a zero vector$"):
            measure([0, 0], [1, 2])


@holds(
    "embeddings",
    says="1 for the same direction, 0 at a right angle, −1 for opposite ones",
    against="vectors worked out by hand",
    within="1e-9",
)
@pytest.mark.parametrize(
    ("a", "b", "similarity", "degrees"),
    [
        ([-0.7, -1.27], [-0.7, -1.27], 1, 0),
        ([1, 2], [2, 4], 1, 0),
        ([3, 4], [4, 3], 0.96, 16.260204708),
        ([1, 0], [0, 1], 0, 90),
        ([1, 2], [-1, -2], -1, 180),
    ],
)
def test_emb_02_cosines_are_clamped_before_the_angle(a, b, similarity, degrees):
    assert cosine(a, b) == pytest.approx(similarity, abs=1e-9) and abs(cosine(a, b)) <= 1
    assert angle(a, b) == pytest.approx(degrees, abs=1e-7)
