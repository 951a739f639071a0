"""A place for what needs torch: a skeleton stands there for as long as torch is being loaded, and no longer."""

from types import SimpleNamespace

import pytest
from streamlit.testing.v1 import AppTest

from core.ui import later


def page() -> None:
    import streamlit as st

    from core import ui

    ui.place_for_later(height=100)
    st.text("what stands below")


@pytest.mark.parametrize("loading", [True, False])
def test_a_skeleton_keeps_the_place_while_torch_is_loaded(monkeypatch, loading):
    monkeypatch.setattr(later, "warm_up", lambda: SimpleNamespace(is_alive=lambda: loading))
    app = AppTest.from_function(page).run()
    assert not app.exception and app.text[0].value == "what stands below"
    assert len(app.get("skeleton")) == loading
