"""The trainer's link gives whoever opens it what is on the screen, in every state that a training can be in.

Each reader is a visitor of his own here, with trainings of his own, as AppTest's are not.
"""

import time
from urllib.parse import parse_qs, urlsplit

import pytest
from streamlit.proto.WidgetStates_pb2 import WidgetState

from core.ui.jobs import AT_ONCE, KEPT
from tests.wire.moves import Move, make, moves
from tests.wire.reader import Reader
from tests.wire.views import link_to_this_view, view

LONG = "task=sort&train_steps=800&width=64&batch=256"  # takes long enough to be stopped on any machine


def press(reader: Reader, label: str) -> None:
    (button,) = [one for one in reader.widgets() if one.kind == "button" and one.proto.label == label]
    assert not button.proto.disabled, label
    make(reader, button, moves(button)[0])


def move(reader: Reader, key: str, name: str) -> None:
    """Make the move of this name with the control of this key."""
    (widget,) = [one for one in reader.widgets() if one.key == key]
    (wanted,) = [one for one in moves(widget) if one.name == name]
    make(reader, widget, wanted)


def text(reader: Reader) -> str:
    return "\n".join(reader.texts())


def look_until(reader: Reader, said: str) -> None:
    """Look again until the page says this."""
    end = time.monotonic() + 120
    while said not in text(reader):
        assert time.monotonic() < end, text(reader)
        reader.run()


def wait_for_the_end(reader: Reader) -> None:
    """Look again until nothing trains any more."""
    end = time.monotonic() + 120
    while not all(one.proto.disabled for one in reader.widgets() if one.kind == "button" and one.proto.label == "Stop"):
        assert time.monotonic() < end, text(reader)
        reader.run()
    assert not reader.problems()


def train(reader: Reader) -> None:
    press(reader, "Train")
    wait_for_the_end(reader)


def told(reader: Reader) -> dict[str, str]:
    """The parameters of the link to this view."""
    return {key: values[-1] for key, values in parse_qs(urlsplit(link_to_this_view(reader)).query).items()}


def assert_the_same_elsewhere(server, reader: Reader) -> None:
    """Whoever opens the link to this view gets the same readings and charts."""
    with Reader(server.address, "trainer", urlsplit(link_to_this_view(reader)).query) as other:
        wait_for_the_end(other)
        assert view(other) == view(reader)


def test_a_finished_training(server):
    with Reader(server.address, "trainer", "task=copy&cut_heads=true") as reader:
        train(reader)
        assert told(reader) == {"task": "copy", "cut_heads": "true", "trained": "true"}
        assert_the_same_elsewhere(server, reader)


def test_a_result_that_is_shown_again(server):
    with Reader(server.address, "trainer", "task=copy") as reader:
        train(reader)
        move(reader, "seed", "1")
        assert "untrained. Press Train. The last training was for copy" in text(reader)
        assert told(reader) == {"task": "copy", "seed": "1"}
        move(reader, "seed", "0")
        assert "solved at step" in text(reader) and told(reader) == {"task": "copy", "trained": "true"}
        assert_the_same_elsewhere(server, reader)


@pytest.mark.parametrize("both", ["false", "true"])
def test_a_training_that_was_stopped(server, both):
    with Reader(server.address, "trainer", f"{LONG}&both_masks={both}&cut_heads=true") as reader:
        press(reader, "Train")
        look_until(reader, "of 800, token accuracy")
        press(reader, "Stop")
        wait_for_the_end(reader)
        stopped = told(reader)["stopped"]
        assert f"Stopped at step {stopped} of 800." in text(reader) and told(reader)["trained"] == "true"
        assert f"Step {stopped}, sort" in text(reader), "the step at which it was stopped can be looked at"
        assert_the_same_elsewhere(server, reader)


def test_both_masks_stopped_in_the_second_run(server):
    with Reader(
        server.address, "trainer", f"{LONG.replace('800', '10')}&both_masks=true&stopped=13&trained=true"
    ) as reader:
        wait_for_the_end(reader)
        assert "sort, causal: " in text(reader) and "Stopped at step 3 of 10." in text(reader)
        assert told(reader)["stopped"] == "13"
        assert_the_same_elsewhere(server, reader)


def test_a_training_that_was_stopped_before_it_began(server):
    others = [Reader(server.address, "trainer", LONG) for _ in range(AT_ONCE)]
    with others[0], others[1], Reader(server.address, "trainer", "task=copy") as reader:
        for other in others:
            press(other, "Train")
        press(reader, "Train")
        look_until(reader, "waiting, since this server trains two models at a time")
        press(reader, "Stop")
        wait_for_the_end(reader)
        assert "copy, bidirectional: untrained. Press Train." in text(reader)
        assert told(reader) == {"task": "copy"}
        for other in others:
            press(other, "Stop")
            wait_for_the_end(other)


def test_a_reload_in_mid_run_loses_nothing(server):
    with Reader(server.address, "trainer", f"{LONG}&cut_heads=true&trainer_head=L2H1&trainer_row=2") as reader:
        press(reader, "Train")
        asked = parse_qs(reader.query)
        assert asked["cut_heads"] == ["true"] and asked["trainer_head"] == ["L2H1"] and asked["trainer_row"] == ["2"]
        assert asked["trained"] == ["true"]
        press(reader, "Stop")
        wait_for_the_end(reader)


def test_another_task_in_mid_run_says_what_still_trains(server):
    with Reader(server.address, "trainer", LONG) as reader:
        press(reader, "Train")
        move(reader, "task", "copy")
        said = text(reader)
        assert "sort, bidirectional is still training, with other settings: " in said and "or press Stop." in said
        assert "copy, bidirectional: untrained" in said and "trained" not in told(reader)
        press(reader, "Stop")
        wait_for_the_end(reader)
        assert "still training" not in text(reader)


def test_a_training_that_is_no_longer_kept_is_said(server):
    with Reader(server.address, "trainer", "task=copy&train_steps=10") as reader:
        for seed in range(KEPT + 1):
            slide(reader, "seed", seed)
            train(reader)
        slide(reader, "seed", 0)
        assert "untrained. Press Train. It was trained before, but only the last trainings are kept" in text(reader)
        slide(reader, "seed", 1)
        assert "It was trained before" not in text(reader)


def slide(reader: Reader, key: str, value: float) -> None:
    """Move a slider to a value."""
    (widget,) = [one for one in reader.widgets() if one.key == key]
    state = WidgetState(id=widget.proto.id)
    state.double_array_value.data.append(value)
    make(reader, widget, Move(str(value), state, str(value)))
