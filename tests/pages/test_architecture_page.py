"""The page on the architecture: where queries, keys and values come from, the counts, and the cuts."""

import json

import pytest

from core import analysis
from core.models import translator
from core.transformer import Lesion
from tests.pages.driver import assert_sound, open_page, plain_text, snippets

SENTENCE = "He gave me a book for my birthday."


@pytest.fixture(scope="module")
def model():
    return translator.load()


def test_the_page_and_the_chart_know_the_same_parts():
    page = open_page("architecture")
    (control,) = [c for c in page.session_state["_page_controls"] if c.key == "part"]
    assert control.options == tuple(analysis.inside.PARTS)
    assert all(part.label.lower() in control.shown(part.id) for part in analysis.inside.PARTS.values())


@pytest.mark.parametrize(
    ("query", "total"),
    [
        ({}, "63,045,632"),
        ({"arch_biases": "all"}, "63,082,496"),
        ({"arch_biases": "all", "arch_tables": "separate"}, "100,970,496"),
        ({"arch_biases": "none", "arch_norms": "false"}, "62,984,192"),
    ],
)
def test_blu_02_the_page_says_which_count_and_what_the_paper_prints(query, total):
    page = open_page("architecture", query)
    assert_sound(page)
    assert f"{total} parameters in all" in plain_text(page) and "The paper prints 65 million." in plain_text(page)


def test_a_cut_changes_the_translation_on_the_page(model):
    page = open_page("architecture", {"cut_kind": "cross", "cut_layer": "3", "cut_what": "9"})
    written = [block.value for block in page.code]
    cut = model.translate(SENTENCE, lesions=[Lesion("decoder", 2, "cross_attn")]).text
    assert model.translate(SENTENCE).text in written and cut in written
    assert cut != model.translate(SENTENCE).text


@pytest.mark.parametrize("part", ["source-positions", "encoder-norm-2", "linear", "softmax", "decoder-attention"])
def test_every_kind_of_part_opens(part):
    page = open_page("architecture", {"part": part, "arch_layer": "3"})
    assert_sound(page)
    assert set(snippets(page)) == {"part", "parameters", "cut"}
    blueprint = next(c for c in page.get("vega_lite_chart") if c.proto.id.endswith("architecture_blueprint"))
    chosen = json.loads(blueprint.proto.spec)
    assert chosen["layer"]


def test_hostile_sentences_fall_back_and_say_so():
    for text in ("", "word " * 32):
        page = open_page("architecture", {"arch_text": text})
        assert_sound(page)
        assert f"Used here: “{SENTENCE}”" in plain_text(page)


def test_the_page_shows_that_the_source_cannot_move_the_first_self_attention():
    assert "in layer 1 move by up to 0.0000" in plain_text(open_page("architecture"))
