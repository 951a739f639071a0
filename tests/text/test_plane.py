"""Cosine, angle, principal plane and convex hull."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.text import angle, convex_hull, cosine, project
from tests.evidence import holds

numbers = st.floats(-1e3, 1e3).filter(lambda x: x == 0 or abs(x) > 1e-6)
directions = st.lists(numbers, min_size=3, max_size=3).filter(any)


@given(directions, directions)
def test_angle_and_cosine_agree(u, v):
    assert -1 <= cosine(u, v) <= 1 and 0 <= angle(u, v) <= 180
    assert math.cos(math.radians(angle(u, v))) == pytest.approx(cosine(u, v), abs=1e-12)


@holds(
    "embeddings",
    says="The cosine looks at directions and not at lengths",
    against="the same arrow in lengths from 1e-300 to 1e300",
    within="1e-12",
)
@pytest.mark.parametrize("scale", [1e-300, 1e-30, 1e30, 1e300])
def test_length_does_not_matter(scale):
    assert cosine([3 * scale, 4 * scale], [4, 3]) == pytest.approx(0.96, abs=1e-12)


def test_a_small_angle_keeps_its_digits():
    assert angle([1, 0], [1, 1e-9]) == pytest.approx(math.degrees(1e-9), rel=1e-9)


@pytest.mark.parametrize(
    ("u", "v", "message"),
    [([1, 2], [1, 2, 3], "one length"), ([[1]], [[1]], "one length"), ([1, math.nan], [1, 2], "finite"),
     ([1, math.inf], [1, 2], "finite"), ([], [], "zero vector")],
)  # fmt: skip
def test_what_has_no_angle_is_refused(u, v, message):
    for measure in (cosine, angle):
        with pytest.raises(ValueError, match=message):
            measure(u, v)


@holds(
    "embeddings",
    says="the plane on which the shown words spread most",
    against="the two first eigenvectors of the covariance by numpy",
    within="1e-9",
)
def test_the_plane_equals_the_eigenvectors_of_the_covariance():
    rows = np.random.default_rng(0).normal(size=(30, 6)) @ np.diag([5, 3, 1, 1, 0.5, 0.1])
    plane = project(rows)
    values, vectors = np.linalg.eigh(np.cov(rows.T))
    assert plane.shares == pytest.approx(tuple(values[:-3:-1] / values.sum()), rel=1e-12)
    assert np.abs(plane.axes @ vectors[:, :-3:-1]) == pytest.approx(np.eye(2), abs=1e-9)
    assert plane.place(rows) == pytest.approx(plane.points, abs=1e-12)
    assert plane.points.var(axis=0).sum() / rows.var(axis=0).sum() == pytest.approx(plane.kept, rel=1e-12)


def test_the_picture_does_not_flip():
    rows = np.random.default_rng(1).normal(size=(10, 4))
    plane = project(rows)
    assert (plane.axes[[0, 1], np.abs(plane.axes).argmax(axis=1)] > 0).all()
    assert np.abs(project(rows[::-1]).points[::-1] - plane.points).max() < 1e-9


@pytest.mark.parametrize("rows", [[[1, 2, 3]], [[1, 2, 3]] * 4, [[0, 0], [1, 1]]])
def test_few_or_equal_vectors_still_give_a_plane(rows):
    plane = project(np.array(rows))
    assert plane.points.shape == (len(rows), 2) and np.isfinite(plane.points).all()
    assert plane.axes @ plane.axes.T == pytest.approx(np.eye(2), abs=1e-12)
    assert plane.kept == pytest.approx(float(len({tuple(row) for row in rows}) > 1))


@pytest.mark.parametrize("rows", [np.zeros((0, 3)), np.zeros((3, 1)), np.zeros(3), np.array([[1, np.nan]])])
def test_no_plane_without_numbers(rows):
    with pytest.raises(ValueError, match="a plane needs"):
        project(rows)


@given(st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), min_size=1, max_size=25))
def test_the_hull_holds_every_point_and_turns_left_only(points):
    corners = [points[i] for i in convex_hull(points)]
    assert len(set(corners)) == len(corners) and set(corners) <= set(points)
    if len(corners) < 3:
        return
    for i, a in enumerate(corners):
        b = corners[(i + 1) % len(corners)]
        for p in points:
            side = (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
            assert side > 0 or (side == 0 and min(a, b) <= p <= max(a, b))


@pytest.mark.parametrize(
    ("points", "hull"), [([], []), ([(1, 1)], [0]), ([(1, 1), (1, 1)], [0]), ([(0, 0), (1, 1), (2, 2)], [0, 2])]
)
def test_hulls_of_few_points(points, hull):
    assert convex_hull(points) == hull
