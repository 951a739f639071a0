"""What a reader sees of a page, to be compared with what another sees: readings, charts, headings, and the link."""

import re

from core.ui.foot import LINK_KEY
from tests.wire.moves import make, moves
from tests.wire.reader import Reader

COSTS = 5  # seconds of the server's processor that no answer may take
SAID_OF_A_LINK = re.compile(r"The link (says|gives|names) |“.*” cannot be used: ")


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


def faults(reader: Reader, sections_of_page: list[str], seconds: float = 0) -> list[str]:
    """What is wrong with a page after a move that cost the server so many seconds of its processor."""
    lost = [heading for heading in sections_of_page if heading not in reader.sections()]
    found = [*reader.problems(), *(f"the section “{heading}” is gone" for heading in lost)]
    return found + ([f"the answer took {seconds:.1f} s of the processor"] if seconds > COSTS else [])
