"""Many moves at random: nothing breaks, and the link at the end tells whoever opens it all that is on the page."""

from random import Random
from urllib.parse import urlsplit

import pytest

from core.ui.contents import COURSE_PAGES
from tests.wire.moves import make, moves
from tests.wire.reader import Reader, Widget
from tests.wire.views import faults, link_to_this_view, view

STEPS = 30  # moves of a walk
WORK = {"Train", "Train the four", "Stop", "Measure", "Measure again"}  # buttons whose work has tests of its own


@pytest.mark.parametrize("seed", range(3))
def test_a_walk_over_a_page_can_be_told_by_its_link(server, stem, seed):
    rng = Random(f"{stem} {seed}")
    with Reader(server.address, stem) as reader:
        sections_of_page = reader.sections()
        for _ in range(STEPS):
            able = [one for one in reader.widgets() if moves(one) and is_state(one)]
            if not able:
                assert stem in {row.stem for row in COURSE_PAGES}
                break  # a page that has no state
            widget = rng.choice(able)
            move = rng.choice(moves(widget))
            make(reader, widget, move)
            assert not faults(reader, sections_of_page), (widget.name, move.name)
        link = link_to_this_view(reader)
        seen = view(reader)
    with Reader(server.address, stem, urlsplit(link).query) as other:
        assert view(other) == seen, link


def is_state(widget: Widget) -> bool:
    """Whether a widget belongs to a page's state: no answer or hint, no drawer, nothing that starts work."""
    aside = widget.form or widget.kind in ("expandable", "popover")
    help_or_work = widget.kind == "button" and (widget.proto.label in WORK or widget.proto.label.startswith("Hint "))
    return not aside and not help_or_work
