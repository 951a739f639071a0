"""Exact bounds, against figures found by hand and by another enumeration."""

import math
from collections import Counter, defaultdict
from itertools import product

import pytest
import torch
from torch.nn import functional as F

from core.training import bayes_ceiling
from core.transformer import attention, causal_mask
from tests.evidence import holds


@pytest.mark.parametrize(
    ("task", "accuracy", "entropy"), [("copy", 1.0, 0.0), ("reverse", 0.5625, 1.0397), ("sort", 0.662598, 0.8162)]
)
def test_four_letters_of_eight_under_the_causal_mask(task, accuracy, entropy):
    ceiling = bayes_ceiling(task)
    assert ceiling.accuracy == pytest.approx(accuracy, abs=5e-7)
    assert ceiling.cross_entropy == pytest.approx(entropy, abs=5e-5)


@pytest.mark.parametrize("task", ["copy", "reverse", "sort"])
def test_without_a_mask_everything_is_certain(task):
    ceiling = bayes_ceiling(task, causal=False)
    assert (ceiling.accuracy, ceiling.cross_entropy) == (1.0, 0.0)


@holds(
    "trainer", shows="the best possible accuracy", against="a closed form for reversing, at six sizes", within="1e-12"
)
@pytest.mark.parametrize(("length", "alphabet"), [(2, 3), (3, 8), (4, 8), (5, 8), (6, 4), (8, 4)])
def test_reverse_has_a_closed_form(length, alphabet):
    expected = (math.ceil(length / 2) + (length // 2) / alphabet) / length
    assert bayes_ceiling("reverse", length, alphabet).accuracy == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(("length", "alphabet", "accuracy"), [(3, 8, 0.681641), (5, 8, 0.659528), (6, 4, 0.777262)])
def test_sort_at_other_sizes(length, alphabet, accuracy):
    assert bayes_ceiling("sort", length, alphabet).accuracy == pytest.approx(accuracy, abs=5e-7)


@holds(
    "trainer",
    says="take the most frequent answer among all inputs that look the same up to there",
    against="the same count in plain Python",
    within="1e-12",
)
def test_sort_agrees_with_counting_prefixes_in_plain_python():
    length, alphabet = 3, 4
    counts = defaultdict(Counter)
    for sequence in product(range(alphabet), repeat=length):
        for i, right in enumerate(sorted(sequence)):
            counts[sequence[: i + 1]][right] += 1
    best = sum(max(counter.values()) for counter in counts.values()) / (length * alphabet**length)
    bits = sum(
        -n * math.log(n / counter.total()) for counter in counts.values() for n in counter.values()
    ) / (length * alphabet**length)  # fmt: skip
    ceiling = bayes_ceiling("sort", length, alphabet)
    assert ceiling.accuracy == pytest.approx(best, abs=1e-12)
    assert ceiling.cross_entropy == pytest.approx(bits, abs=1e-12)


@holds(
    "trainer",
    says="one that reads all four letters first and answers after them, as a decoder does, can reverse",
    against="all 4,096 inputs, by an attention set up by hand",
)
def test_a_causal_model_that_answers_after_reading_can_reverse():
    """By construction: at place 4 + i attention looks back at letter 3 − i, which the causal mask lets it see."""
    letters = torch.cartesian_prod(*[torch.arange(8)] * 4)  # all 4,096 inputs
    blank = torch.zeros_like(letters)
    values = F.one_hot(torch.cat([letters, blank], -1), 8).double()
    places = torch.eye(8, dtype=torch.float64).expand(len(letters), 8, 8)
    looked_for = [*range(4), *reversed(range(4))]  # the first four look at themselves
    out = attention(100 * places[:, looked_for], places, values, causal_mask(8)).out
    assert torch.equal(out[:, 4:].argmax(-1), letters.flip(-1))
    in_place = attention(100 * places[:, [3, 2, 1, 0]], places[:, :4], values[:, :4], causal_mask(4)).out
    right = (in_place.argmax(-1) == letters.flip(-1)).double().mean(0)
    assert right[2:].tolist() == [1, 1] and right[:2].max() < 0.3, "the same in place: two of four"
