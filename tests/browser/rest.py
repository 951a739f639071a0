"""When a page has come to rest: a fact, found by listening to what it asks its server for, not by waiting a while.

A page is at rest when every run that it asked for has been answered to the end, every script and style that it fetches
has arrived, every chart is drawn, and the browser had nothing left to do without anything having changed.
"""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

PATIENCE = 300_000  # milliseconds; for machines that do much else: it passes only where something is wrong
FETCHED = {"script", "stylesheet", "font"}


def _number(message, *path: str) -> int:
    """The number of a field in a message, or in the message inside it that the path leads to."""
    for name in path[:-1]:
        message = message.fields_by_name[name].message_type
    return message.fields_by_name[path[-1]].number


NUMBERS = {
    "rerun_script": _number(BackMsg.DESCRIPTOR, "rerun_script"),
    "is_auto_rerun": _number(BackMsg.DESCRIPTOR, "rerun_script", "is_auto_rerun"),
    "fragment_id": _number(BackMsg.DESCRIPTOR, "rerun_script", "fragment_id"),
    "new_session": _number(ForwardMsg.DESCRIPTOR, "new_session"),
    "script_finished": _number(ForwardMsg.DESCRIPTOR, "script_finished"),
    "metadata": _number(ForwardMsg.DESCRIPTOR, "metadata"),
    "run": _number(ForwardMsg.DESCRIPTOR, "metadata", "run"),
    "fragment_ids": _number(ForwardMsg.DESCRIPTOR, "metadata", "run", "fragment_ids"),
    "FINISHED_EARLY_FOR_RERUN": ForwardMsg.FINISHED_EARLY_FOR_RERUN,
}
LISTEN = f"({Path(__file__).with_name('rest.js').read_text(encoding='utf-8')})({json.dumps(NUMBERS)})"


def listen(page) -> None:
    """Keep account of what a new page does, from its first document on."""
    page.add_init_script(LISTEN)
    page.set_default_timeout(PATIENCE)
    page.fetching = set()
    page.on("request", lambda request: page.fetching.add(request) if request.resource_type in FETCHED else None)
    page.on("requestfinished", lambda request: page.fetching.discard(request))
    page.on("requestfailed", lambda request: page.fetching.discard(request))


def settle(page) -> None:
    """Wait until the page is at rest. What was done to it before must have reached the server: see `answered`."""
    end, arrived = time.monotonic() + PATIENCE / 1000, False
    while not arrived:
        arrived = not page.fetching
        missing = _missing(page)
        assert missing is None, f"the page does not come to rest: {missing}"
        arrived = arrived and not page.fetching
        assert arrived or time.monotonic() < end, f"still to arrive: {[request.url for request in page.fetching]}"


def _missing(page) -> str | None:
    """What still keeps the page from being at rest when patience ends, or None. A new document starts anew."""
    while True:
        try:
            return page.evaluate("milliseconds => rest.reached(milliseconds)", PATIENCE)
        except Exception as problem:
            if "navigation" not in str(problem):
                raise


@contextmanager
def answered(page) -> Iterator[None]:
    """Wait until what is done to the page inside has been asked of the server, and answered.

    A slider, for one, asks some time after it was moved.

    Example:
        with answered(page):
            page.get_by_role("slider", name="Temperature").press("ArrowRight")
    """
    before = page.evaluate("rest.account.asked")
    yield
    page.wait_for_function("before => rest.account.asked > before", arg=before)
    settle(page)
