"""Driving the app without a browser: open a page with a query, and look at what it holds."""

import threading

from streamlit.testing.v1 import AppTest

from core.notebooks import Code, Piece
from core.ui.contents import ROOT, every_page, sections
from core.ui.foot import CONTROLS_KEY, LINK_KEY
from core.ui.jobs import JOB_THREAD
from core.ui.pieces import PARTS_KEY, pieces_in_order

STEMS = [row.stem for row in every_page()]
ESSAYS = [row.stem for row in sections()]  # the pages with exercises
FIRST = ""  # the first page stands at the root


def open_page(stem: str, query: dict[str, str | list[str]] | None = None) -> AppTest:
    """Run the app at one page, as a link with this query opens it."""
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=120)
    if stem:
        app.switch_page(f"pages/{stem}.py")
    for key, value in (query or {}).items():
        app.query_params[key] = value
    return app.run()


def finish(app: AppTest) -> AppTest:
    """Wait until the background jobs are over, and look again. Looking all the while would only slow them."""
    for thread in threading.enumerate():
        if thread.name == JOB_THREAD:
            thread.join(timeout=120)
            assert not thread.is_alive(), "the job did not end"
    app.run()
    assert_sound(app)
    return app


def controls(app: AppTest) -> list:
    """The controls that the page declared."""
    return list(app.session_state[CONTROLS_KEY])


def snippets(app: AppTest) -> dict:
    """The programs that the page shows: name -> (program, what the page shows)."""
    return {piece.name: (piece.text, piece.shows) for piece in pieces(app) if isinstance(piece, Code)}


def pieces(app: AppTest) -> list[Piece]:
    """What the page shows that can be taken along, in its order."""
    return list(pieces_in_order(app.session_state[PARTS_KEY]))


def link(app: AppTest) -> str:
    """The link to this view, which the reader opens at the foot of the page."""
    app.session_state[LINK_KEY] = True
    app.run()
    (address,) = [block.value for block in app.code if block.language is None or block.language == "plaintext"][-1:]
    app.session_state[LINK_KEY] = False
    return address


def plain_text(app: AppTest) -> str:
    """All text of the page that is not markdown."""
    return "\n".join(element.value for element in app.text)


def assert_sound(app: AppTest) -> None:
    """No exception anywhere on the page."""
    assert not app.exception, app.exception[0].message
