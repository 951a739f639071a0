"""One vector read in three ways: against numpy's product."""

import numpy as np
import pytest

from core.analysis.attention import lookup, three_roles
from core.analysis.attention.lookup_words import two_ways_in_words
from core.analysis.attention.projections import ROLES
from tests.evidence import holds


@holds(
    "lookup",
    says="three matrices read the point of the token that asks",
    against="numpy's product of the point with each matrix",
    within="1e-15",
)
@pytest.mark.parametrize("x", [(1.0, 2.0), (-0.4, -0.6), (0.0, 0.0)])
def test_each_role_is_the_product_with_its_matrix(x):
    made = three_roles(x)
    for role, point in made.roles.items():
        np.testing.assert_allclose(point, np.array(x) @ np.array(ROLES[role]), atol=1e-15)
    assert made.table()["vector"] == ["x", "q", "k", "v"]


@holds(
    "lookup",
    says="The scores of two such tokens are the same both ways; their weights are not",
    against="the score and the weight of the way back",
    within="scores 1e-12, weights more than 5 % apart",
)
def test_two_tokens_that_ask_with_their_keys_do_not_give_each_other_the_same():
    """Equal scores both ways, and unequal weights: each row has a sum of its own."""
    keys = [(2.0, 0.8), (1.0, 2.2), (-1.6, 1.8)]
    found = lookup(keys, keys, keys)
    assert found.scores[0, 1] == pytest.approx(found.scores[1, 0].item(), abs=1e-12)
    there, back = found.weights[0, 1].item(), found.weights[1, 0].item()
    assert abs(there - back) > 0.05
    said = two_ways_in_words(found, ["cat", "dog", "car"], 0, 1)
    assert f"gives {100 * there:.1f} % of its weight to “dog”, and gets {100 * back:.1f} % from it" in said
