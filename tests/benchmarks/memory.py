"""What the server holds: after every page was visited once, and as sessions come, train, read everything and go."""

from core.ui.contents import ROOT, every_page
from tests.benchmarks.app import browsing, fresh_page
from tests.browser.rest import settle
from tests.server import serving

SESSIONS = 30
TRAIN_IN = 10  # the first sessions also train once


def rows():
    with browsing() as browser, serving(ROOT / "app.py") as server:
        address = server.address
        sizes = []
        for session in range(SESSIONS):
            page = fresh_page(browser)
            _visit_everything(page, address, train=session < TRAIN_IN)
            sizes.append(server.megabytes())
            page.context.close()
            yield f"  session {session + 1}: {sizes[-1]:.0f} MB"
        yield (
            f"server memory: every page visited once {sizes[0]:.0f} MB (goal at most 600); after {TRAIN_IN} sessions "
            f"that trained {sizes[TRAIN_IN - 1]:.0f} MB (goal under 690); the last ten sessions added "
            f"{(sizes[-1] - sizes[-11]) / 10:.2f} MB each (goal at most 2)"
        )


def _visit_everything(page, address: str, train: bool) -> None:
    """One session: every page through its link in the sidebar, as a reader goes."""
    page.goto(address)
    settle(page)
    for row in every_page():
        page.locator("[data-testid=stSidebarNav]").get_by_role("link", name=row.title, exact=True).click()
        page.get_by_role("heading", level=1, name=row.title, exact=True).wait_for()
        page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for()
        if train and row.stem == "trainer":
            page.get_by_role("button", name="Train", exact=True).click()
            page.get_by_text("solved at step").first.wait_for()
