"""How do we know? The toggle at the foot of a page, with what the tests say that they hold."""

import pytest

from core.evidence import Evidence
from core.ui.evidence import KEY
from tests.pages.driver import assert_sound, open_page

HELD = (
    Evidence("rows sum to $1$", True, "tests/a.py::test_b", "1, in float64", "1e-12"),
    Evidence("the weights", False, "tests/c.py::test_d", "torch", "exactly"),
    Evidence("the order", False, "tests/e.py::test_f", "a bound", ""),
)


@pytest.mark.parametrize("held", [HELD, ()], ids=["held", "nothing"])
def test_the_toggle_names_claim_comparison_and_test(monkeypatch, held):
    monkeypatch.setattr("core.ui.evidence.held_claims", lambda page: held if page == "scaling" else HELD[:1])
    app = open_page("scaling")
    closed = "\n".join(block.value for block in app.markdown)
    assert "Compared with" not in closed
    assert any(drawer.label == "How do we know?" for drawer in app.expander) == bool(held)
    if held:
        app.session_state[KEY] = True
        app.run()
        assert_sound(app)
        opened = "\n".join(block.value for block in app.markdown)
        for line in (
            "- “rows sum to $1$”  \n  :small[Compared with 1, in float64, within 1e-12.]  \n  :small[`tests/a.py::",
            "- The weights  \n  :small[Compared with torch, exactly.]  \n  :small[`tests/c.py::test_d`]",
            "- The order  \n  :small[Compared with a bound.]",
        ):
            assert line in opened
