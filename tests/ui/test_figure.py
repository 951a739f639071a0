"""A figure's reading and its line of toggles: plain text with minus signs, and what is opened, below the line."""

import pandas
import pytest
from streamlit.testing.v1 import AppTest

from core.ui.tables import as_csv, typeset


def page():
    import streamlit as st

    from core import charts, ui

    ui.figure(
        charts.bars(["a"], [-1.0]),
        "From -1.5 to “-1” by *top-5*.",
        {"name": ["a", "-b"], "value": [-1.5, 2.0]},
        key="thing",
        alt="Bars.",
        more={"Further checks": lambda: st.text("checked")},
    )


def test_a_reading_is_plain_text_with_minus_signs_outside_its_quotations():
    assert AppTest.from_function(page).run().text[0].value == "From −1.5 to “-1” by *top-5*."


def test_toggles_are_slim_and_what_is_closed_is_not_drawn():
    app = AppTest.from_function(page).run()
    assert [drawer.label for drawer in app.expander] == ["Data", "Further checks"]
    assert not app.dataframe and len(app.text) == 1


@pytest.mark.parametrize("key", ["thing_data", "thing_further_checks"])
def test_what_is_opened_stands_outside_its_toggle(key):
    app = AppTest.from_function(page)
    app.session_state[key] = True
    app.run()
    assert not any(drawer.children for drawer in app.expander)  # where it would be as narrow as the toggle
    assert [len(app.dataframe), len(app.text) - 1] == ([1, 0] if key == "thing_data" else [0, 1])


NUMBERS = pandas.DataFrame({"word": ["-x", "y"], "all": [-0.25, -3e-7], "some": [1, -2], "none": [0.5, float("nan")]})


def test_a_table_is_shown_with_minus_signs_and_downloaded_without():
    shown = typeset(NUMBERS)
    assert shown.data is NUMBERS  # the numbers are sent as they are, so that a column can be sorted
    html = shown.to_html()
    assert all(f">{text}<" in html for text in ("−0.25", "−0.0000003", "−2", "-x", "0.5"))
    assert b"-0.25,1,0.5" in as_csv(NUMBERS) and "−".encode() not in as_csv(NUMBERS)


def test_a_table_without_negative_numbers_and_a_large_one_are_sent_as_they_are():
    plain, large = pandas.DataFrame({"x": [0, 1]}), pandas.DataFrame({"x": [-1] * 5001})
    assert typeset(plain) is plain and typeset(large) is large
