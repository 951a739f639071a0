"""The sampling page on the translator's own logits, and one sentence three ways."""

import pytest

from core.analysis.spread import over_seeds
from core.decoding import draw_errors, filter_logits
from tests.evidence import holds
from tests.pages.driver import assert_sound, open_page, plain_text


@pytest.mark.parametrize("query", [{}, {"temperature": "0"}, {"top_k": "3", "top_p": "0.5"}, {"sampling_text": ""}])
def test_the_translators_logits_are_a_second_source(query):
    app = open_page("sampling", {"logits_from": "translator", "sampling_step": "2"} | query)
    assert_sound(app)
    said = plain_text(app)
    assert "Written so far:" in said and "of 4,000 candidates can be drawn" in said
    if query.get("temperature") == "0":
        assert "has 100.0 %; 1 of 4,000" in said


@holds("sampling", says="The translator does all three.", against="the rows of the table on the page")
def test_one_sentence_is_written_three_ways():
    app = open_page("sampling", {"beams": "4"})
    assert_sound(app)
    table = next(d.value for d in app.dataframe if "way" in d.value.columns)
    assert list(table["way"]) == ["greedy", "sampled", "beam"]
    log_p = dict(zip(table["way"], table["log p"], strict=True))
    assert log_p["beam"] >= log_p["greedy"] - 1.0 and all(value < 0 for value in log_p.values())
    assert "4 beams" in plain_text(app)


@holds(
    "sampling",
    says="The most probable token each time does not make the most probable sentence: greedy never goes back.",
    against="log p of both sentences: that of the beam is larger",
    within="",
)
@holds(
    "sampling",
    says="the button sets one in which they do not",
    against="log p of both sentences, after the button was pressed",
    within="",
)
def test_one_button_shows_that_greedy_is_not_always_best():
    app = open_page("sampling")
    next(button for button in app.button if button.key == "sampling_missed").click().run()
    assert_sound(app)
    table = next(d.value for d in app.dataframe if "way" in d.value.columns)
    log_p = dict(zip(table["way"], table["log p"], strict=True))
    assert log_p["beam"] > log_p["greedy"]


@holds(
    "sampling",
    says="The line of a seed goes its own way; the band holds the middle half of twenty.",
    against="the errors of twenty seeds, computed one by one",
    within="three decimals",
)
def test_the_error_of_the_draws_is_said_for_twenty_seeds():
    said = plain_text(open_page("sampling", {"draws": "100"}))
    final = filter_logits([6.8, 5.4, 4.9, 4.2, 3.1, 2.4, 1.8, 0.9], 0.8).top_p
    median = over_seeds(draw_errors(final, [100], range(20))).median[0]
    assert f"in the median of 20 seeds by {median:.3f}" in said


def test_top_k_goes_as_far_as_the_vocabulary():
    app = open_page("sampling", {"logits_from": "translator", "top_k": "300", "temperature": "2"})
    assert "300 of 4,000 candidates can be drawn" in plain_text(app)
