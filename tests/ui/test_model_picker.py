"""Choosing a trained model: the choice in the link, what it can do beside it, and files that are not in order."""

import pytest
from streamlit.testing.v1 import AppTest

from core import files, ui
from core.models import CATALOGUE, archive
from core.ui.links import canonical_text
from core.ui.parse import Unreadable

MODEL = ui.ModelPicker("model", "Model", ("toy-reverse", "minilm", "translator"))


def page():
    import streamlit as st

    from core import ui

    model = ui.ModelPicker("model", "Model", ("toy-reverse", "minilm", "translator"))
    st.text(f"chosen: {model.draw()}")


@pytest.fixture
def broken(tmp_path, monkeypatch):
    """A function that makes these models' files unusable."""

    def broken(*ids):
        for entry in CATALOGUE.values():
            content = b"altered" if entry.id in ids else (files.DATA / entry.file).read_bytes()
            (tmp_path / entry.file).write_bytes(content)
        (tmp_path / archive.CHECKSUMS).write_bytes((files.DATA / archive.CHECKSUMS).read_bytes())
        monkeypatch.setattr(archive, "DATA", tmp_path)
        monkeypatch.setattr(files, "DATA", tmp_path)

    return broken


def captions(app: AppTest) -> str:
    return "\n".join(block.value for block in app.markdown)


def test_the_chosen_model_says_what_it_can_and_cannot_do():
    app = AppTest.from_function(page).run()
    assert app.text[0].value == "chosen: toy-reverse"
    assert CATALOGUE["toy-reverse"].can in captions(app) and CATALOGUE["toy-reverse"].cannot in captions(app)
    app.button_group[0].set_value("minilm").run()
    assert app.text[0].value == "chosen: minilm" and CATALOGUE["minilm"].cannot in captions(app)


def test_a_link_names_a_model_by_its_id():
    assert canonical_text(MODEL, "MiniLM") == ("minilm", None)
    assert canonical_text(MODEL, "toy-reverse") == (None, None)
    assert "one of toy-reverse, minilm, translator" in canonical_text(MODEL, "gpt")[1]


def test_an_altered_file_disables_its_choice_and_nothing_else(broken):
    broken("minilm")
    with pytest.raises(Unreadable):
        MODEL.read("minilm")
    assert MODEL.read("translator") == "translator" and MODEL.samples() == ("toy-reverse", "translator")
    app = AppTest.from_function(page).run()
    assert not app.exception and app.text[0].value == "chosen: toy-reverse"
    assert app.button_group[0].options == [CATALOGUE[known].title for known in ("toy-reverse", "translator")]
    assert "cannot be chosen. The file core/data/minilm.npz was altered" in captions(app)


def test_another_model_stands_in_for_a_default_that_cannot_be_had(broken):
    broken("toy-reverse")
    assert AppTest.from_function(page).run().text[0].value == "chosen: minilm"


def test_the_page_goes_on_when_no_model_can_be_had(broken):
    broken(*CATALOGUE)
    app = AppTest.from_function(page).run()
    assert not app.exception and captions(app).count("cannot be chosen") == 3
