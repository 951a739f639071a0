"""Assignments: what an instructor adds to a link, and that a hidden control stays where the link put it."""

import pytest

from core.ui.assignment import Hidden
from core.ui.link_builder import address
from tests.pages.driver import assert_sound, controls, open_page, plain_text

HIDE = Hidden(("temperature", "top_k"))


def labels(app) -> set[str]:
    return {
        widget.label for kind in ("slider", "select_slider", "segmented_control", "toggle") for widget in app.get(kind)
    }


def test_keys_are_kept_in_the_order_of_the_page():
    assert HIDE.read("top_k, temperature") == ("temperature", "top_k")
    assert HIDE.read("") == ()


def test_a_key_that_the_page_has_not_is_said_and_the_others_are_hidden():
    assert "“topk”" in HIDE.adjusted("topk,temperature", HIDE.read("topk,temperature"))
    app = open_page("sampling", {"hide": "topk,temperature", "temperature": "0.5"})
    assert_sound(app)
    assert "“topk”" in plain_text(app) and "Temperature" not in labels(app)


def test_a_hidden_control_is_not_drawn_and_keeps_the_links_value():
    shown, hidden = (open_page("sampling", {"temperature": "0.5"} | more) for more in ({}, {"hide": "temperature"}))
    assert "Temperature" in labels(shown) and "Temperature" not in labels(hidden)
    assert "at T = 0.5" in plain_text(hidden)
    assert [chart.proto.spec for chart in shown.get("vega_lite_chart")][:1] == [
        chart.proto.spec for chart in hidden.get("vega_lite_chart")
    ][:1]


def test_a_button_does_not_move_a_hidden_control():
    app = open_page("sampling", {"temperature": "0.5", "hide": "temperature"})
    greedy = next(button for button in app.button if "reedy" in button.label)
    greedy.click().run()
    assert_sound(app)
    assert "at T = 0.5" in plain_text(app)


def test_a_query_that_changes_afterwards_does_not_move_it():
    app = open_page("sampling", {"temperature": "0.5", "hide": "temperature"})
    app.query_params["temperature"] = "1.9"
    app.session_state["temperature"] = 1.9
    app.run()
    assert "at T = 0.5" in plain_text(app)


@pytest.mark.parametrize("stem", ["attention", "kv_cache", "shapes", "trainer", "causal_mask", "feed_forward"])
def test_every_control_of_a_page_can_be_hidden(stem):
    keys = ",".join(control.key for control in controls(open_page(stem)) if control.key not in ("hide", "stop"))
    assert_sound(open_page(stem, {"hide": keys}))


def test_the_instructors_words_are_text():
    words = "**Task** <b>one</b> :red[x] $y$ [a](http://x.com)"
    app = open_page("flops", {"heading": words, "instruction": "Find T.\nThen say why."})
    assert words in plain_text(app) and "Find T.\nThen say why." in plain_text(app)
    assert not any("Task" in block.value for block in app.markdown)


def test_the_address_of_an_assignment_is_short_and_survives_mail():
    app = open_page("attention", {"attention_text": "I am here."})
    declared = tuple(controls(app))
    text = next(control for control in declared if control.key == "attention_text")
    link = address("attention", (text,), {text: "You are here."}, embed=False)
    assert link.endswith("attention?attention_text=You%20are%20here%2E")  # a point at the end is the sentence's
    framed = address("attention", (text,), {text: "x"}, embed=True, anchor="exercise")
    assert framed.endswith("attention?attention_text=x&embed=true#exercise")
    assert address("attention", (text,), {text: text.default}).endswith("/attention")
