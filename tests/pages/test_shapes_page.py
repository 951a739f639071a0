"""The page on tensor shapes: its list is a run's, its heads divide, any cell opens."""

import pytest

from tests.evidence import holds
from tests.pages.driver import assert_sound, open_page, plain_text, snippets


def table(app, key: str):
    """The table that has this column."""
    return next(frame.value for frame in app.dataframe if key in frame.value)


@holds(
    "shapes",
    shows="the list of tensors, as it stands on the page",
    against="shapes and sizes worked out by hand for one layer",
)
def test_the_list_has_the_shapes_of_the_run():
    app = open_page("shapes", {"shapes_length": "7", "shapes_width": "12", "shapes_heads": "3", "shapes_batch": "2"})
    rows = table(app, "what it is").set_index("tensor")
    assert rows.loc["X", "shape"] == "2 × 7 × 12" and rows.loc["W_Q", "shape"] == "12 × 12"
    assert rows.loc["Q", "shape"] == "2 × 3 × 7 × 4" and rows.loc["Q", "axes"] == "B, H, T, dₖ"
    assert rows.loc["S", "shape"] == rows.loc["P", "shape"] == "2 × 3 × 7 × 7"
    assert rows.loc["S", "numbers"] == 2 * 3 * 7 * 7 and rows.loc["S", "bytes"] == 4 * 2 * 3 * 7 * 7
    assert rows.loc["concat", "shape"] == rows.loc["Y", "shape"] == "2 × 7 × 12"


@pytest.mark.parametrize("heads, width, used", [("8", "12", 6), ("16", "24", 12), ("3", "8", 2)])
def test_heads_that_do_not_divide_get_a_note_and_the_nearest(heads, width, used):
    app = open_page("shapes", {"shapes_width": width, "shapes_heads": heads})
    assert_sound(app)
    said = plain_text(app)
    assert f"{heads} does not divide {width}" in said and f"The nearest is used: {used}." in said
    assert f"{width} × {width}" in list(table(app, "what it is")["shape"])
    assert app.session_state["shapes_heads"] == str(used)


def test_only_divisors_of_the_width_can_be_chosen():
    app = open_page("shapes", {"shapes_width": "12"})
    slider = next(s for s in app.select_slider if s.key == "shapes_heads")
    assert [int(option) for option in slider.options] == [1, 2, 3, 4, 6, 12]


def test_a_masked_cell_says_so_and_its_weight_is_zero():
    app = open_page("shapes", {"shapes_causal": "true", "shapes_row": "1", "shapes_column": "3", "shapes_tensor": "P"})
    assert any("The mask hides this key" in block.value for block in app.markdown)
    assert snippets(app)["tensor"][1][1][3] == 0.0


def test_one_token_has_one_weight_and_it_is_one():
    app = open_page("shapes", {"shapes_length": "1", "shapes_tensor": "P"})
    assert_sound(app)
    assert snippets(app)["tensor"][1] == [[1.0]]
