"""The page on attention as a lookup: what it says is what is computed."""

import numpy as np
import pytest

from tests.evidence import holds
from tests.pages.driver import assert_sound, controls, open_page, plain_text, snippets

TOY = {"lookup_tokens": "a,b,c", "lookup_keys": "1,0,0,1,1,1", "lookup_values": "1,0,0,1,1,1"}


def answer(app):
    return snippets(app)["snippet"][1]


@holds("lookup", shows="the answer that stands on the page", against="an example worked out by hand", within="1e-6")
def test_att_03_the_toy_example_with_the_query_one_zero():
    app = open_page("lookup", TOY | {"query_angle": "0", "query_length": "1"})
    assert_sound(app)
    assert answer(app) == pytest.approx([0.802224, 0.598888], abs=1e-6)
    assert "“a” gives 40.1 % of the answer" in plain_text(app)


def test_att_03_without_the_scale_the_weights_are_sharper():
    app = open_page("lookup", TOY | {"query_angle": "0", "query_length": "1", "lookup_scaled": "false"})
    assert "“a” gives 42.2 % of the answer" in plain_text(app)  # e / (2e + 1)


def test_a_long_query_turns_the_soft_lookup_into_the_hard_one():
    app = open_page("lookup", {"query_angle": "90", "query_length": "10"})
    assert answer(app) == pytest.approx([0.8, 2.0], abs=0.2)
    assert "“dog” gives" in plain_text(app)


def test_the_first_token_under_the_mask_sees_only_itself():
    app = open_page("lookup", {"asking_token": "0", "lookup_masked": "true", "query_angle": "180"})
    assert answer(app) == pytest.approx([2.0, 0.6])
    assert "The only key that may be seen has all the weight" in plain_text(app)


def test_a_tie_is_said_to_have_no_saturation():
    app = open_page("lookup", TOY | {"query_angle": "0"})  # a and c both reach 1 to the right
    assert "no length makes one of them win" in plain_text(app)


def test_boxes_of_different_length_lose_nothing_and_say_so():
    app = open_page("lookup", {"lookup_keys": "1,0,0,1,1,1,2", "lookup_tokens": "a"})
    assert_sound(app)
    assert "7 numbers for keys make 3 pairs, 10 for values make 5; words: 1" in plain_text(app)
    assert "“token 2”" in plain_text(app)
    assert app.session_state["lookup_values"].count(",") == 9


@pytest.mark.parametrize("hostile", ["<img src=x onerror=alert(1)>,b", "**bold**,$x$"])
def test_words_of_a_link_are_never_rendered(hostile):
    app = open_page("lookup", {"lookup_tokens": hostile})
    assert_sound(app)
    assert not any(word in block.value for block in app.markdown for word in ("onerror", "**bold**"))


@holds(
    "lookup",
    says="without any change to the layer the answer comes from other tokens",
    against="the weights at the tokens of the page, by numpy",
    within="over 90 % before, under 5 % after",
)
def test_turned_by_180_degrees_the_query_is_answered_by_other_tokens():
    """At the tokens of the page, by numpy: those that gave nearly all of the answer give next to nothing."""
    app = open_page("lookup", {"query_angle": "240"})
    of = {control.key: control.default for control in controls(app)}
    keys, names = np.reshape(of["lookup_keys"], (-1, 2)), of["lookup_tokens"]

    def shares(angle):
        query = of["query_length"] * np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])
        return dict(zip(names, np.exp(keys @ query / 2**0.5) / np.exp(keys @ query / 2**0.5).sum(), strict=True))

    before, after = shares(of["query_angle"]), shares(of["query_angle"] + 180)
    gave = [name for name in names if before[name] > 0.2]
    assert sum(before[name] for name in gave) > 0.9 and sum(after[name] for name in gave) < 0.05
    best = max(after, key=after.get)
    assert f"“{best}” gives {100 * after[best]:.1f} % of the answer" in plain_text(app)
