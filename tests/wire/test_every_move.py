"""Every move of every control on every page, as a browser makes it: a run of the control's own fragment.

Whole runs (AppTest) cannot see what a fragment run breaks: a group that writes outside itself, an inner group whose
place moved, a section that vanishes.
"""

import re
from random import Random
from urllib.parse import urlsplit

import pytest

from core.ui.contents import sections
from core.ui.foot import LINK_KEY
from tests.wire.moves import make, moves
from tests.wire.reader import Reader, Widget

STEMS = [row.stem for row in sections()]
COSTS = 5  # seconds of the server's processor that no answer may take
STEPS = 30  # moves of a walk
WORK = {"Train", "Train the four", "Stop", "Measure", "Measure again"}  # buttons whose work has tests of its own
SAID_OF_A_LINK = re.compile(r"The link (says|gives|names) |“.*” cannot be used: ")


def named(reader: Reader, name: tuple) -> Widget | None:
    """The widget of this name as it stands now; None when the page no longer shows it."""
    return next((widget for widget in reader.widgets() if widget.name == name), None)


def test_every_move_of_every_control_leaves_the_page_whole(server, stem):
    with Reader(server.address, stem) as reader:
        names, sections_of_page = [widget.name for widget in reader.widgets()], reader.sections()
        assert not reader.problems()
    assert len(names) > 3 and sections_of_page
    bad = [problem for name in dict.fromkeys(names) for problem in broken_by(server, stem, name, sections_of_page)]
    assert not bad, "\n".join(bad)


def broken_by(server, stem: str, name: tuple, sections_of_page: list[str]) -> list[str]:
    """What breaks when one control takes each of its values in turn, in a session of its own."""
    with Reader(server.address, stem) as reader:
        widget, turn = named(reader, name), 0
        while widget and turn < len(moves(widget)):
            move = moves(widget)[turn]
            before = server.cpu_seconds()
            make(reader, widget, move)
            found = faults(reader, sections_of_page, server.cpu_seconds() - before)
            if found:
                return [f"{stem}: {name} -> {move.name}: {fault}" for fault in found]
            widget, turn = named(reader, name), turn + 1
    return []


def faults(reader: Reader, sections_of_page: list[str], seconds: float) -> list[str]:
    lost = [heading for heading in sections_of_page if heading not in reader.sections()]
    found = [*reader.problems(), *(f"the section “{heading}” is gone" for heading in lost)]
    return found + ([f"the answer took {seconds:.1f} s of the processor"] if seconds > COSTS else [])


@pytest.mark.parametrize("seed", range(3))
def test_a_walk_over_a_page_can_be_told_by_its_link(server, stem, seed):
    """Many moves at random: nothing breaks, and whoever opens the link at the end sees the same charts and readings."""
    rng = Random(f"{stem} {seed}")
    with Reader(server.address, stem) as reader:
        sections_of_page = reader.sections()
        for _ in range(STEPS):
            widget = rng.choice([one for one in reader.widgets() if moves(one) and is_state(one)])
            move = rng.choice(moves(widget))
            make(reader, widget, move)
            assert not faults(reader, sections_of_page, 0), (widget.name, move.name)
        link = link_to_this_view(reader)
        seen = view(reader)
    with Reader(server.address, stem, urlsplit(link).query) as other:
        assert view(other) == seen, link


def is_state(widget: Widget) -> bool:
    """Whether a widget belongs to a page's state: no answer to an exercise, no drawer, nothing that starts work."""
    aside = widget.form or widget.kind in ("expandable", "popover")
    return not aside and not (widget.kind == "button" and widget.proto.label in WORK)


def link_to_this_view(reader: Reader) -> str:
    popover = next(widget for widget in reader.widgets() if LINK_KEY in widget.proto.id)
    make(reader, popover, moves(popover)[0])
    link = next(code.code_text for code in reader.shown("code") if f"/{reader.page}" in code.code_text)
    make(reader, popover, moves(popover)[1])
    return link


def view(reader: Reader) -> dict[str, list]:
    """What a page shows: its readings, charts and headings."""
    texts = [text for text in reader.texts() if not SAID_OF_A_LINK.match(text)]
    return {"texts": texts, "charts": reader.charts(), "headings": reader.headings()}


def pytest_generate_tests(metafunc):
    if "stem" in metafunc.fixturenames:
        metafunc.parametrize("stem", STEMS)
