"""Controls whose widget speaks otherwise than the link: the link, the widget and the value say the same, always."""

import pytest
from streamlit.testing.v1 import AppTest

from core import ui
from core.ui.links import canonical_text, link_query
from core.ui.table_editor import edited
from tests.pages.driver import assert_sound, controls, link, open_page, plain_text

KIND = ui.Choice("kind", "Kind", ("a", "b", "c"), default="a", labels=("the first", "the second", "the third"))
CHIPS = ui.WordSet("chips", "Chips", default=("tired", "wide"), most=3)
GROUPS = ui.WordSet("groups", "Groups", default=("cities",), options=("animals", "cities"))
POINTS = ui.Numbers("points", "Points", default=(1, 2, 3, 4), most=6, across=("x", "y"))


def page():
    """A page of its own that binds what its link says, and shows the values."""
    import streamlit as st

    from core import ui
    from core.ui.links import link_query, tidy_link

    kind = ui.Choice("kind", "Kind", ("a", "b", "c"), default="a", labels=("the first", "the second", "the third"))
    chips = ui.WordSet("chips", "Chips", default=("tired", "wide"), most=3)
    groups = ui.WordSet("groups", "Groups", default=("cities",), options=("animals", "cities"))
    points = ui.Numbers("points", "Points", default=(1, 2, 3, 4), most=6, across=("x", "y"))
    tidy_link("page", (kind, chips, groups, points))
    st.code(str((kind.value, chips.value, groups.value, points.value)))
    drawn = (kind.draw(), chips.draw(), groups.draw(), points.draw())
    ui.preset("Set", {kind: "c", chips: ("dark",), groups: ("animals",), points: (9.0, 9.0)}, key="preset")
    st.code(str(drawn))
    st.code(link_query((kind, chips, groups, points)))


def opened(**query: str) -> AppTest:
    app = AppTest.from_function(page)
    for key, text in query.items():
        app.query_params[key] = text
    return sound(app.run())


def sound(app: AppTest) -> AppTest:
    """The values before the controls are drawn are those after, and the address has them as the link does."""
    assert_sound(app)
    before, after, query = (block.value for block in app.code)
    assert before == after
    assert query == "&".join(f"{key}={said(app, key)}" for key in ORDER if key in app.query_params)
    return app


ORDER = ("kind", "chips", "groups", "points")
LINK = {"kind": "b", "chips": "dark,wide", "groups": "animals,cities", "points": "5,6"}


def said(app: AppTest, key: str) -> str:
    """What the address says of a control."""
    text = app.query_params[key]
    return text if isinstance(text, str) else text[-1]


def go_on(app: AppTest, stem: str, **query: str) -> AppTest:
    """Go to another page; AppTest would carry the query over, which a browser does not."""
    app.query_params.clear()
    for key, text in query.items():
        app.query_params[key] = text
    return app.switch_page(f"pages/{stem}.py").run()


def values(app: AppTest) -> tuple:
    return eval(app.code[1].value)


def frame(app: AppTest) -> list[list]:
    """What the table of points shows when its editor begins."""
    (table,) = app.get("dataframe")
    return table.value.values.tolist()


def test_a_link_comes_to_the_widgets_in_their_own_words():
    app = opened(**LINK)
    assert values(app) == ("b", ("dark", "wide"), ("animals", "cities"), (5.0, 6.0))
    kind, groups = app.button_group(key="kind"), app.button_group(key="groups")
    assert kind.options == ["the first", "the second", "the third"] and kind.value == "b"
    assert groups.value == ["animals", "cities"] and app.multiselect(key="chips").value == ["dark", "wide"]
    assert {key: said(app, key) for key in ORDER} == LINK


def test_the_link_keeps_the_id_when_a_label_is_chosen():
    app = opened()
    assert not dict(app.query_params)
    sound(app.button_group(key="kind").set_value("c").run())
    assert said(app, "kind") == "c"
    sound(app.button_group(key="kind").set_value("a").run())
    assert "kind" not in app.query_params, "a default is not named"


def test_a_chip_more_and_a_chip_less_are_a_word_more_and_less_in_the_link():
    app = opened()
    sound(app.multiselect(key="chips").set_value(["tired", "wide", "dark"]).run())
    assert said(app, "chips") == "tired,wide,dark"
    sound(app.multiselect(key="chips").set_value(["dark"]).run())
    assert values(app)[1] == ("dark",)


def test_chips_are_shown_as_they_are_used():
    app = opened()
    sound(app.multiselect(key="chips").set_value([" a ", "b,c"]).run())
    assert app.multiselect(key="chips").value == ["a", "b", "c"] and values(app)[1] == ("a", "b", "c")


@pytest.mark.parametrize("chips", [[], ["a", "b", "c", "d"], ["x" * 21], [" "]])
def test_chips_that_cannot_be_used_stay_to_be_mended_and_a_sentence_says_why(chips):
    app = opened()
    sound(app.multiselect(key="chips").set_value(chips).run())
    assert app.multiselect(key="chips").value == chips and values(app)[1] == CHIPS.default
    assert f"Allowed: {CHIPS.allowed}. Used here: the default." in plain_text(app)
    assert "chips" not in app.query_params
    sound(app.multiselect(key="chips").set_value(["dark"]).run())
    assert "cannot be used" not in plain_text(app)


def test_no_pill_is_answered_with_a_sentence():
    app = opened()
    sound(app.button_group(key="groups").set_value([]).run())
    assert values(app)[2] == ("cities",) and "Allowed: some of animals, cities" in plain_text(app)


def test_a_preset_moves_widgets_values_and_address():
    app = opened(**LINK)
    sound(app.button(key="preset").click().run())
    assert values(app) == ("c", ("dark",), ("animals",), (9.0, 9.0))
    assert app.button_group(key="kind").value == "c" and app.multiselect(key="chips").value == ["dark"]
    assert frame(app) == [[9.0, 9.0]]
    assert [said(app, key) for key in ORDER] == ["c", "dark", "animals", "9,9"]


def test_a_list_fills_the_rows_of_its_table():
    assert frame(opened()) == [[1.0, 2.0], [3.0, 4.0]]
    ((x, y),) = frame(opened(points="7"))
    assert x == 7 and y != y, "an odd number of numbers leaves a cell empty"


@pytest.mark.parametrize(
    "control, given, canonical, note",
    [
        (CHIPS, "wide, tired ,wide", "wide,tired", "A word counts once."),
        (GROUPS, "Animals", "animals", None),
        (GROUPS, "animals,fish", None, "there is no such option. Allowed: some of animals, cities"),
        (KIND, "B", "b", None),
        (KIND, "the second", None, "Allowed: one of a, b, c."),
    ],
)
def test_what_a_link_says_is_read_by_its_own_words(control, given, canonical, note):
    text, said = canonical_text(control, given)
    assert text == canonical
    assert said is None if note is None else note in said


@pytest.mark.parametrize("control", [KIND, CHIPS, GROUPS, POINTS], ids=lambda control: control.key)
def test_samples_survive_the_link(control):
    for value in (*control.samples(), control.default):
        assert control.read(control.text(value)) == tuple(value) if control is not KIND else value


def test_edits_are_applied_as_streamlit_does_cells_then_deletions_then_additions():
    edits = {"edited_rows": {0: {"x": 5}, 1: {"w": "B"}}, "deleted_rows": [0], "added_rows": [{"w": "c", "x": 3}, {}]}
    assert edited([["a", 1], ["b", 2]], edits, ["w", "x"]) == [["B", 2], ["c", 3], [None, None]]
    assert edited([["a", 1]], {}, ["w", "x"]) == [["a", 1]]


@pytest.mark.parametrize(
    "cells, text",
    [
        ([1.0, -2.5, 1e-7], "1,-2.5,0.0000001"),
        ([1, None, 3, None], "1,,3"),
        ([None, None], ""),
        ([float("nan"), True, "x"], "NaN,True,x"),
    ],
)
def test_cells_are_written_as_a_link_would_say_them(cells, text):
    assert POINTS.joined(cells) == text


def test_a_cell_with_a_comma_is_not_what_the_list_says():
    assert CHIPS.joined(["a,b", "c"]) != CHIPS.text(CHIPS.read("a,b,c"))


def test_values_come_back_with_the_page():
    app = open_page(
        "attention", {"attention_kind": "cross", "endings": "tired,wide", "coref_words": "it,animal,street"}
    )
    go_on(app, "sampling")
    assert_sound(app)
    go_on(app, "attention")
    assert app.session_state["attention_kind"] == "cross" and app.session_state["endings"] == ["tired", "wide"]
    assert said(app, "attention_kind") == "cross" and said(app, "endings") == "tired,wide"
    assert "attention_kind=cross" in link(app)


def test_a_link_beats_what_the_session_remembers():
    app = open_page("attention", {"attention_kind": "cross", "endings": "tired,wide"})
    go_on(app, "sampling")
    go_on(app, "attention", attention_kind="decoder", endings="dark")
    kind, endings = (next(one for one in controls(app) if one.key == key) for key in ("attention_kind", "endings"))
    assert app.session_state[kind.key] == "decoder" and app.session_state[endings.key] == ["dark"]


def test_labels_are_told_apart_and_hold_no_markdown():
    for stem in ("attention", "architecture", "causal_mask", "kv_cache", "pre_norm", ""):
        for control in controls(open_page(stem)):
            labels = getattr(control, "labels", ())
            assert not labels or len(set(labels)) == len(control.options), control.key
            assert not set("".join(labels)) & set("*_`[]$<>#"), control.key
            assert not any(label[:2] in ("+ ", "- ") for label in labels), control.key


def test_a_link_of_controls_at_rest_is_empty():
    assert link_query((KIND, CHIPS, GROUPS, POINTS), {one: one.default for one in (KIND, CHIPS, GROUPS, POINTS)}) == ""
