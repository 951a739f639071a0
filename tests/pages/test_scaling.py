"""The page on dividing by √d_k: the spread that is measured is the spread that is derived."""

import pytest

from tests.evidence import holds
from tests.pages.driver import assert_sound, open_page, plain_text, snippets


@holds(
    "scaling",
    says="The more terms a sum of random terms has, the wider it spreads",
    against="√d_k at head sizes of 1, 16, 128 and 1,024",
    within="4 %",
)
@holds(
    "scaling",
    says=r"Dividing by $\sqrt{d_k}$ makes the spread the same for every head size",
    against="1 at head sizes of 1, 16, 128 and 1,024",
    within="4 %",
)
@holds(
    "saturation",
    says=r"Scores that are not divided by $\sqrt{d_k}$ spread like $\sqrt{d_k}$",
    against="√d_k at head sizes of 1, 16, 128 and 1,024",
    within="4 %",
)
@pytest.mark.parametrize("width", [1, 16, 128, 1024])
def test_the_spread_is_the_root_of_the_head_size_and_one_after_the_division(width):
    spread, scaled = snippets(open_page("scaling", {"d_k": str(width), "samples": "8000"}))["spread"][1]
    assert spread == pytest.approx(width**0.5, rel=0.04)
    assert scaled == pytest.approx(1, rel=0.04)


def test_the_essay_example_of_128():
    text = plain_text(open_page("scaling"))
    assert "predicted 11.314" in text and "predicted 1.000" in text


def test_correlated_components_are_not_undone_by_the_division():
    app = open_page("scaling", {"d_k": "64", "correlation": "0.5"})
    assert_sound(app)
    assert "predicted d_k + d_k (d_k − 1) ρ² = 1,072.00" in plain_text(app)
    assert snippets(app)["spread"][1][1] == pytest.approx((1072 / 64) ** 0.5, rel=0.1)


def test_a_key_that_resembles_its_query_moves_the_mean():
    app = open_page("scaling", {"d_k": "64", "correlation": "0.5", "correlated": "pair"})
    assert "predicted ρ·d_k = 32.00" in plain_text(app)


def test_one_component_has_nothing_to_correlate_with():
    assert "nothing in it to correlate with" in plain_text(open_page("scaling", {"d_k": "1", "correlation": "0.5"}))


@holds(
    "scaling",
    says="Wide scores make a hard softmax",
    against="the largest weight at head sizes of 4 and 1,024, divided and not",
    within="below 60 % in the small head, above 90 % in the large one",
)
def test_the_largest_weight_grows_with_the_head_size_only_without_the_division():
    small, large = (snippets(open_page("scaling", {"d_k": w}))["softmax"][1] for w in ("4", "1024"))
    assert large[0] < small[0] + 0.1 < 0.4
    assert small[1] < 0.6 < 0.9 < large[1]


def test_att_03_the_divisor_is_the_root_of_the_head_size():
    assert "Divided by √64 = 8.00" in plain_text(open_page("scaling", {"d_k": "64"}))  # 512 / 8 heads, not √512
