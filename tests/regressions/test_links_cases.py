"""Public reports about links and text that other apps got wrong, one test each."""

import pytest
from streamlit.testing.v1 import AppTest

from core import ui
from core.ui.contents import ROOT
from core.ui.links import canonical_text
from tests.pages.driver import assert_sound, link, open_page, plain_text

STEP = ui.Number("step", "Step", 0, 10, step=1, default=0)
TASK = ui.Choice("task", "Task", ("copy", "reverse", "sort"), default="copy")


def slider(app, label: str):
    return next(one for one in app.slider if one.label == label)


@pytest.mark.parametrize("bad", ["abc", "", "0,7", "1_0", "٠.٧"])
def test_lnk_01_an_unreadable_temperature_opens_the_default_with_a_note(bad):
    app = open_page("sampling", {"temperature": bad})
    assert_sound(app)
    assert app.session_state["temperature"] == 0.8
    assert f"temperature = “{bad}”" in plain_text(app) and "0 to 2 in steps of 0.05" in plain_text(app)


@pytest.mark.parametrize("bad", ["-1", "999"])
def test_lnk_02_a_temperature_out_of_range_opens_the_default_with_a_note(bad):
    app = open_page("sampling", {"temperature": bad, "logits": "2,1,0"})
    assert app.session_state["temperature"] == 0.8
    assert f"temperature = “{bad}”" in plain_text(app) and "0 to 2" in plain_text(app)


def test_lnk_02_a_temperature_of_zero_is_allowed_and_greedy():
    app = open_page("sampling", {"temperature": "0", "logits": "2,1,0"})
    assert "The link says" not in plain_text(app)
    assert "has 100.0 %; 1 of 3 candidates can be drawn" in plain_text(app)


@pytest.mark.parametrize("text, used", [("999", None), ("-1", None), ("0x7", None), ("7.9", "8"), ("7", "7")])
def test_lnk_04_steps_of_a_walk(text, used):
    canonical, note = canonical_text(STEP, text)
    assert canonical == used
    assert (note is None) == (text == "7")
    assert isinstance(STEP.settle(text), int)


@pytest.mark.parametrize(
    "text, task, noted", [("REVERSE", "reverse", False), ("bogus", "copy", True), ("", "copy", True)]
)
def test_lnk_06_options_match_without_regard_to_case(text, task, noted):
    canonical, note = canonical_text(TASK, text)
    assert (canonical or TASK.default) == task
    assert bool(note) is noted


def test_lnk_08_a_link_seeds_its_state_only_once():
    app = open_page("sampling", {"temperature": "0.5"})
    for value in (2.0, 1.5):
        slider(app, "Temperature").set_value(value).run()
        assert slider(app, "Temperature").value == value
        assert f"at T = {value:g}" in plain_text(app)
    # The press of a button after that is tested in the browser: here a redrawn group forgets the rest of the page.


def test_a_button_in_a_group_sets_its_controls_and_the_link():
    app = open_page("sampling", {"temperature": "0.5", "top_k": "3"})
    next(button for button in app.button if button.label == "Greedy").click().run()
    assert (app.session_state["temperature"], app.session_state["top_k"]) == (0.0, "0")  # one a slider, one its steps
    assert "1 of 8 candidates can be drawn" in plain_text(app)
    assert link(app).endswith("/sampling?temperature=0")


def test_a_repeated_parameter_counts_with_its_last_value_and_is_said():
    app = open_page("sampling", {"temperature": ["-1", "0.5"]})
    assert app.session_state["temperature"] == 0.5
    assert "The link gives temperature 2 times: “-1”, “0.5”. The last one counts." in plain_text(app)


def test_notes_are_shown_once():
    app = open_page("sampling", {"temperature": "abc"})
    assert "The link says" in plain_text(app)
    assert "The link says" not in plain_text(app.run())


@pytest.mark.parametrize("name", ["temprature", "Temperature ", "amp;temperature", "top_k[]", "constructor", "<b>"])
def test_a_parameter_that_no_control_has_is_said_and_taken_off_the_address(name):
    app = open_page("sampling", {name: "0.5", "top_k": "3"})
    assert_sound(app)
    assert f"The link names “{name}”, which this page does not know, so it was not used." in plain_text(app)
    assert dict(app.query_params) == {"top_k": "3"}
    assert "The link names" not in plain_text(app.run())


def test_what_is_nearly_a_parameter_is_named():
    said = plain_text(open_page("sampling", {"temprature": "0.5", "amp;top_k": "3"}))
    assert "Is “temperature” meant?" in said
    assert "The “&” before it was written “&amp;”. Is “top_k” meant?" in said


@pytest.mark.parametrize(
    "name", ["utm_source", "fbclid", "gclid", "mc_cid", "_ga", "msclkid", "embed", "embed_options"]
)
def test_what_trackers_and_frames_add_is_no_part_of_the_link(name):
    app = open_page("sampling", {name: "true", "temperature": "1"})
    assert_sound(app)
    assert "The link" not in plain_text(app)


@pytest.mark.parametrize("query", ["temperature=0.5;top_k=3", "temperature=0.5?top_k=3", "temperature=0.5&top_k=3"])
def test_a_mangled_separator_is_said(query):
    app = open_page("sampling", {"temperature": query.partition("=")[2]})
    assert app.session_state["temperature"] == 0.8
    assert f"The link says temperature = “{query.partition('=')[2]}”" in plain_text(app)


def test_unknown_parameters_of_the_contents_page_are_said():
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=120)
    app.query_params["temperature"] = "0.5"
    assert "The link names “temperature”" in plain_text(app.run())


def test_an_unknown_parameter_is_not_carried_on_to_the_next_page():
    app = open_page("sampling", {"stranger": "1"})
    app.switch_page("pages/lookup.py").run()
    assert "The link names" not in plain_text(app)


@pytest.mark.parametrize(
    "query, notes",
    [
        ({"flops_heads": "3", "flops_length": "-5"}, ["flops_length = “-5”", "flops_heads = “3”"]),
        ({"flops_heads": "7"}, ["flops_heads = “7”. Allowed here: 1, 2, 4, 8, 16, 32, 64; 7 does not divide 4096."]),
        ({"flops_heads": "6.5", "flops_width": "abc"}, ["flops_heads = “6.5”", "flops_width = “abc”"]),
    ],
)
def test_notes_outlive_the_reruns_of_controls_that_depend_on_others(query, notes):
    said = plain_text(open_page("flops", query))
    assert all(note in said for note in notes), said
    assert said.count("The link says") == len(notes)


@pytest.mark.parametrize(
    "stem, key, given, used",
    [
        ("attention", "attention_row", "40", "7"),
        ("attention", "attention_layer", "6", "3"),
        ("kv_cache", "kv_step", "47", None),
        ("shapes", "shapes_heads", "7", None),
        ("sampling", "temperature", "0.57", "0.55"),
    ],
)
def test_a_value_beside_what_there_is_gets_a_note_and_its_nearest(stem, key, given, used):
    app = open_page(stem, {key: given})
    assert_sound(app)
    said = plain_text(app)
    assert said.count("The link says") == 1 and f"The link says {key} = “{given}”" in said
    assert used is None or f"The nearest is used: {used}." in said
    assert "The link says" not in plain_text(app.run())


@pytest.mark.parametrize("text", ["<img src=x onerror=alert(1)>", '"><b>x'])
def test_tok_05_a_strangers_text_is_never_markdown_or_html(text):
    app = open_page("sampling", {"candidates": f"{text[:19]},b", "temperature": text, "logits": text})
    assert_sound(app)
    assert not any("<img" in block.value or "<b>" in block.value for block in [*app.markdown, *app.caption])
    assert not any(block.allow_html for block in app.markdown if "<" in block.value)


def test_smp_04_the_page_says_what_top_k_of_zero_means():
    app = open_page("sampling", {"top_k": "-1"})
    assert "top_k = “-1”" in plain_text(app)
    assert any("$k = 0$ turns it off" in block.value for block in app.markdown)


def test_ui_01_values_stay_when_the_reader_visits_another_page():
    app = open_page("sampling", {"temperature": "0.5", "logits": "2,1,0"})
    app.switch_page("pages/lookup.py").run()
    app.switch_page("pages/sampling.py").run()
    assert app.session_state["temperature"] == 0.5 and app.session_state["logits"] == "2,1,0"
