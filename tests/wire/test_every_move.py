"""Every move of every control on every page, as a browser makes it: a run of the control's own fragment.

Whole runs (AppTest) cannot see what a fragment run breaks: a group that writes outside itself, an inner group whose
place moved, a section that vanishes.
"""

from core.ui.contents import COURSE_PAGES
from tests.wire.moves import make, moves
from tests.wire.reader import Reader, Widget
from tests.wire.views import faults


def named(reader: Reader, name: tuple) -> Widget | None:
    """The widget of this name as it stands now; None when the page no longer shows it."""
    return next((widget for widget in reader.widgets() if widget.name == name), None)


def test_every_move_of_every_control_leaves_the_page_whole(server, stem):
    with Reader(server.address, stem) as reader:
        names, sections_of_page = [widget.name for widget in reader.widgets()], reader.sections()
        assert not reader.problems() and reader.headings()
    assert names
    assert len(names) > 3 or stem in {row.stem for row in COURSE_PAGES}
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
