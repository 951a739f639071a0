"""A model whose file is missing or altered: the parts of a page that need it say so, and all others go on."""

import pytest

from core import ui
from core.models import Unavailable
from core.ui import models
from tests.pages.driver import assert_sound, link, open_page, plain_text

SENTENCE = "The file core/data/translator.npz was altered."


@pytest.fixture
def no_models(monkeypatch):
    """No model can be had."""

    def load(name: str):
        raise Unavailable(SENTENCE)

    monkeypatch.setattr(models, "_load", load)


@pytest.mark.parametrize("stem", ["sampling", "attention", "kv_cache", "feed_forward", "architecture", "embeddings"])
def test_a_page_without_its_model_says_so_and_keeps_its_question_and_its_link(no_models, stem):
    app = open_page(stem)
    assert_sound(app)
    assert SENTENCE in plain_text(app)
    assert link(app).endswith(f"/{stem}")


def test_the_sections_that_need_no_model_go_on(no_models):
    app = open_page("sampling")
    assert "1 of 8 candidates" not in plain_text(app) and "of 8 candidates can be drawn" in plain_text(app)
    assert any("Predict, then reveal" in heading.value for heading in app.subheader)


def test_what_is_missing_is_said_once_by_the_group_that_needs_it(no_models):
    with pytest.raises(ui.groups.Missing, match="was altered"):
        ui.model("translator")
