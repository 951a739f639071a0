"""The trainer page: trains, stops, remembers, and never shows a result for what was not trained."""

import time

import pytest

from core.training import TrainerConfig, ablations, train
from tests.evidence import holds
from tests.pages.driver import assert_sound, finish, link, open_page, plain_text


def button(app, label):
    return next(b for b in app.button if b.label == label)


@pytest.fixture(scope="module")
def trained():
    app = open_page("trainer", {"task": "copy"})
    button(app, "Train").click().run()
    return finish(app)


def test_trn_12_before_any_training_it_says_untrained():
    said = plain_text(open_page("trainer"))
    assert "reverse, bidirectional: untrained. Press Train." in said and "the model answers" not in said


def test_a_training_ends_with_its_result(trained):
    said = plain_text(trained)
    assert "copy, bidirectional: solved at step" in said
    assert "CABD should give CABD; the model answers CABD" in said
    assert "Token accuracy 100 % (4 of 4 letters), sequence accuracy 100 %" in said


@holds(
    "trainer",
    shows="the loss that stands on the page",
    against="the same training started by hand",
    within="three digits",
)
def test_the_curve_is_that_of_core_to_the_last_digit(trained):
    steps = list(train(TrainerConfig(task="copy")))
    assert f"bidirectional {steps[-1].loss:,.3g}" in plain_text(trained)


def test_trn_12_another_task_shows_no_result_of_this_one():
    app = open_page("trainer", {"task": "copy"})
    button(app, "Train").click().run()
    finish(app)
    app.session_state["task"] = "sort"
    app.run()
    assert_sound(app)
    said = plain_text(app)
    assert "sort, bidirectional: untrained" in said and "the last training was for copy" in said.lower()
    assert "the model answers" not in said
    app.session_state["task"] = "copy"
    app.run()
    assert "copy, bidirectional: solved" in plain_text(app), "the earlier result is kept"


@pytest.mark.parametrize("probe", ["ZZZZ", "AB", "ABCDE", "<img src=x onerror=alert(1)>", ""])
def test_a_probe_that_cannot_be_used_gets_a_sentence_and_nothing_is_lost(trained, probe):
    trained.session_state["probe"] = probe
    trained.run()
    assert_sound(trained)
    said = plain_text(trained)
    assert "The probe cannot be used" in said and "the model answers" not in said
    assert "copy, bidirectional: solved" in said
    trained.session_state["probe"] = "CABD"
    trained.run()
    assert "the model answers CABD" in plain_text(trained)


def test_trn_10_stop_keeps_what_there_is():
    app = open_page("trainer", {"task": "sort", "train_steps": "800"})
    button(app, "Train").click().run()
    end = time.monotonic() + 60
    while "step 0 of" not in plain_text(app) and "of 800, token accuracy" not in plain_text(app):
        assert time.monotonic() < end
        app.run()
    button(app, "Stop").click().run()
    finish(app)
    said = plain_text(app)
    assert "Stopped at step" in said and "of 800." in said and "the model answers" in said


def test_a_link_can_start_the_training_and_say_the_step():
    app = finish(open_page("trainer", {"task": "copy", "trained": "true", "step": "5", "cut_heads": "true"}))
    said = plain_text(app)
    assert "Step 5, copy, bidirectional" in said and "With nothing cut out, step 5" in said


def test_divergence_is_said():
    app = finish(open_page("trainer", {"trained": "true", "rate": "10"}))
    assert "diverged. At step" in plain_text(app)


def test_both_masks_stand_side_by_side():
    app = finish(open_page("trainer", {"trained": "true", "both_masks": "true", "task": "reverse"}))
    said = plain_text(app)
    assert "reverse, bidirectional: solved" in said and "56.25 % of the letters of all 4,096 inputs" in said


def test_the_end_of_a_run_is_no_step_in_the_link():
    app = finish(open_page("trainer", {"task": "copy", "trained": "true", "train_steps": "20"}))
    assert "Step 20, copy" in plain_text(app)
    assert link(app).endswith("/trainer?task=copy&train_steps=20&trained=true")
    app.session_state["train_steps"] = 40.0
    app.run()
    button(app, "Train").click().run()
    app = finish(app)
    assert "Step 40, copy" in plain_text(app), "the end of one run is the end of the next"
    assert link(app).endswith("/trainer?task=copy&train_steps=40&trained=true")


def test_no_head_is_named_where_all_matter_alike():
    config = TrainerConfig(task="copy", steps=300)
    accuracies = {result.accuracy for result in ablations(config, list(train(config))[-1]).values()}
    assert accuracies == {1.0}, "the case needs a tie"
    app = finish(open_page("trainer", {"task": "copy", "trained": "true", "cut_heads": "true", "train_steps": "300"}))
    assert "with any single head cut out it has 100.0 %: none of them matters by itself" in plain_text(app)
