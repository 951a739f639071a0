"""The page on attention: what its maps hold, what its masks do, and what it says about pronouns."""

import json
from dataclasses import replace

import pytest

from core import analysis
from core.models import minilm, translator
from tests.evidence import holds
from tests.pages.driver import assert_sound, open_page, plain_text, snippets


@pytest.fixture(scope="module")
def model():
    return translator.load()


@pytest.fixture(scope="module")
def traced(model):
    return model.trace(model.translate("I bought a new car yesterday."))


def test_every_map_of_the_page_names_rows_and_columns():
    page = open_page("attention", {"attention_kind": "cross"})
    assert_sound(page)
    for chart in page.get("vega_lite_chart"):
        spec = json.loads(chart.proto.spec)
        for layer in spec.get("layer", []):
            if layer["mark"]["type"] == "rect":
                assert layer["encoding"]["x"]["title"] and layer["encoding"]["y"]["title"]


@holds(
    "attention",
    says="*blind* hides everything from the chosen query",
    against="weights and output of 0, and the other rows as they were",
)
def test_att_01_a_blind_query_has_weights_and_output_zero_and_the_page_says_so(traced):
    part = traced.encoder[1].self_attn
    view, whole = analysis.attention.head_view(part, 4, mask="blind", row=2), analysis.attention.head_view(part, 4)
    assert (view.weights[2] == 0).all() and (view.out[2] == 0).all()
    rest = [0, 1, *range(3, len(view.out))]
    assert (view.weights[rest] == whole.weights[rest]).all() and view.weights.isfinite().all()
    page = open_page("attention", {"attention_mask": "blind", "attention_row": "2"})
    assert_sound(page)
    assert "Nothing visible: every key is hidden from “·a”" in plain_text(page)


def test_a_causal_mask_is_refused_between_two_sequences(traced):
    part = traced.decoder[0].cross_attn
    shorter = replace(part, k=part.k[:, :, 1:], v=part.v[:, :, 1:], scores=part.scores[..., 1:])
    with pytest.raises(ValueError, match="as many queries as keys"):
        analysis.attention.head_view(shorter, 0, mask="causal")
    page = open_page("attention", {"attention_kind": "cross", "attention_mask": "causal"})
    assert_sound(page)
    assert "no meaning between two sequences" in plain_text(page)


def test_the_page_says_what_it_cannot_translate_and_shows_the_default():
    for text in ("", "   ", "x" * 160, "😀" * 40):
        page = open_page("attention", {"attention_text": text})
        assert_sound(page)
        assert "Used here: “I bought a new car yesterday.”" in plain_text(page), text


def test_words_that_are_not_in_the_sentence_get_a_sentence():
    page = open_page("attention", {"coref_words": "it,animal,bridge"})
    assert_sound(page)
    assert "The text has no word “bridge”. Used here:" in plain_text(page)


def test_the_page_tells_the_measured_share_of_the_pronoun():
    page = open_page("attention", {"every_head": "true"})
    encoder = minilm.load()
    reading = minilm.read_head(encoder.trace(minilm.STREET.format("tired")), "it", ("animal", "street"), 3, 1)
    assert f"“it” gives most, {100 * reading.weights[0]:.1f} %, to “animal”." in plain_text(page)
    assert set(snippets(page)) == {"head", "alignment", "ranking"}


@holds(
    "attention",
    says="their vectors have $d_k = d_{model} / H$ numbers each, here $128 / 8 = 16$",
    against="the sizes of the model that ships",
)
def test_the_translator_has_the_sizes_that_the_page_names(model):
    config = model.model.config
    assert (config.d_model, config.n_heads, config.d_k) == (128, 8, 16)


@holds(
    "attention",
    says="and so are most of the 72 heads, give or take one",
    against="the count of every head: more than half on 12, more than 80 % on 11 to 13",
    within="",
)
def test_most_heads_are_right_on_twelve_of_the_24_give_or_take_one():
    right = [score.right for score in minilm.score_on_cases(minilm.load()).values()]
    assert sum(count == 12 for count in right) > len(right) / 2
    assert sum(abs(count - 12) <= 1 for count in right) > 0.8 * len(right)


@holds(
    "attention",
    says="A head can put all its weight on one key and not be missed",
    against="the loss with each head cut out: in most of the nine attentions the sharpest is not the costliest",
    within="",
)
def test_the_head_that_looks_hardest_is_not_the_one_that_is_missed_most(model, traced):
    """Largest weights and costs are of the same heads in the same order, and do not name the same one everywhere."""
    translation = model.translate("I bought a new car yesterday.")
    found = []
    for kind, layer in [(kind, layer) for kind in analysis.inside.ATTENTIONS for layer in range(3)]:
        run = analysis.inside.attention_trace(traced, kind, layer)
        tops = analysis.attention.largest_weights(run.weights[0])
        assert tops == pytest.approx(run.weights[0].amax(-1).mean(-1).tolist()) and max(tops) <= 1 + 1e-6
        ids = translation.source_ids, translation.target_ids
        costs = analysis.inside.head_costs(model.model, *ids, kind, layer)
        found.append(tops.index(max(tops)) == costs.index(max(costs)))
    assert sum(found) < len(found) / 2
