"""The page on attention: what its maps hold, what its masks do, and what it says about pronouns."""

import json
from dataclasses import replace

import numpy as np
import pytest

from core import analysis
from core.models import minilm, translator
from tests.pages.driver import assert_sound, open_page, plain_text, snippets


@pytest.fixture(scope="module")
def model():
    return translator.load()


@pytest.fixture(scope="module")
def traced(model):
    return model.trace(model.translate("I bought a new car yesterday."))


def map_of(app, name: str) -> dict:
    """The specification of a chart by its key."""
    for chart in app.get("vega_lite_chart"):
        if chart.proto.id.endswith(name):
            return json.loads(chart.proto.spec)
    raise AssertionError(f"no chart {name}")


def test_every_map_of_the_page_names_rows_and_columns():
    page = open_page("attention", {"attention_kind": "cross"})
    assert_sound(page)
    for chart in page.get("vega_lite_chart"):
        spec = json.loads(chart.proto.spec)
        for layer in spec.get("layer", []):
            if layer["mark"]["type"] == "rect":
                assert layer["encoding"]["x"]["title"] and layer["encoding"]["y"]["title"]


def test_att_05_cross_attention_is_target_by_source_without_a_triangle(traced):
    part = traced.decoder[1].cross_attn
    view = analysis.head_view(part, 0)
    rows, columns = view.weights.shape
    assert (rows, columns) == (traced.target_embedding.shape[1], traced.source_embedding.shape[1])
    assert view.allowed.all() and view.weights.triu(1).sum() > 0.1
    assert view.weights.sum(-1).numpy() == pytest.approx(np.ones(rows), abs=1e-6)


def test_att_05_decoder_self_attention_has_zeros_above_the_diagonal_only(traced):
    for layer in traced.decoder:
        for head in range(8):
            view = analysis.head_view(layer.self_attn, head)
            assert (view.weights.triu(1) == 0).all() and view.weights.diagonal().min() > 0


def test_att_01_a_blind_query_has_weights_and_output_zero_and_the_page_says_so(traced):
    part = traced.encoder[1].self_attn
    view, whole = analysis.head_view(part, 4, mask="blind", row=2), analysis.head_view(part, 4)
    assert (view.weights[2] == 0).all() and (view.out[2] == 0).all()
    rest = [0, 1, *range(3, len(view.out))]
    assert (view.weights[rest] == whole.weights[rest]).all() and view.weights.isfinite().all()
    page = open_page("attention", {"attention_mask": "blind", "attention_row": "2"})
    assert_sound(page)
    assert "Nothing visible: every key is hidden from “·a”" in plain_text(page)


def test_the_trained_view_of_a_head_is_what_the_pass_computed(traced):
    for part in (traced.encoder[0].self_attn, traced.decoder[2].self_attn, traced.decoder[0].cross_attn):
        view = analysis.head_view(part, 3)
        assert view.weights.numpy() == pytest.approx(part.weights[0, 3].numpy(), abs=1e-6)
        assert view.out.numpy() == pytest.approx(part.z[0, 3].numpy(), abs=1e-5)


def test_without_the_division_scores_are_the_dot_products(traced):
    part = traced.encoder[0].self_attn
    raw = analysis.head_view(part, 0, scaled=False)
    assert raw.scores.numpy() == pytest.approx((part.q[0, 0] @ part.k[0, 0].T).numpy(), rel=1e-4, abs=1e-4)
    assert raw.scale == 1 and analysis.head_view(part, 0).scale == 4


def test_a_causal_mask_is_refused_between_two_sequences(traced):
    part = traced.decoder[0].cross_attn
    shorter = replace(part, k=part.k[:, :, 1:], v=part.v[:, :, 1:], scores=part.scores[..., 1:])
    with pytest.raises(ValueError, match="as many queries as keys"):
        analysis.head_view(shorter, 0, mask="causal")
    page = open_page("attention", {"attention_kind": "cross", "attention_mask": "causal"})
    assert_sound(page)
    assert "no meaning between two sequences" in plain_text(page)


def test_the_heads_additions_sum_to_the_output_of_the_layer(model, traced):
    check = analysis.concat_check(model.model.encoder.layers[1].self_attn, traced.encoder[1].self_attn, 3)
    assert check.error < 1e-5 and sum(check.lengths) > check.total > 1


def test_the_alignment_names_the_row_that_predicts_the_word(model, traced):
    """German puts the participle last: the row that predicts “gekauft” looks at “bought”, before “yesterday”."""
    translation = model.translate("I bought a new car yesterday.")
    written, source = model.tokens(translation.target_ids[1:]), model.tokens(translation.source_ids)
    found = analysis.soft_alignment(traced.decoder[2].cross_attn, rows=len(written), columns=len(source))
    shifted = traced.decoder[2].cross_attn.weights[0].mean(0)
    assert (found.weights == shifted[: len(written)]).all()
    looked = {word: source[best] for word, best in zip(written, found.best, strict=True)}
    assert looked["·gekauft"] == "·bought" and looked["·gestern"] == "·yesterday"
    pairs = {(written[i], written[j]) for i, j in found.crossings}
    assert ("·gestern", "·gekauft") in pairs


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
    page = open_page("attention")
    encoder = minilm.load()
    reading = minilm.read_head(encoder.trace(minilm.STREET.format("tired")), "it", ("animal", "street"), 3, 1)
    assert f"“it” gives most, {100 * reading.weights[0]:.1f} %, to “animal”." in plain_text(page)
    assert set(snippets(page)) == {"head", "alignment", "ranking"}


def test_a_head_that_fits_the_first_sentence_is_not_sold_as_resolving_pronouns():
    scores = minilm.score_heads(minilm.load(), minilm.CASES)
    assert len(scores) == 72 and all(score.of == 24 for score in scores.values())
    best = max(score.right for score in scores.values())
    assert scores[3, 1].right < best < 24
    assert minilm.best_by_luck(72, 24, best) > 0.05
    assert minilm.best_by_luck(1, 3, 2) == pytest.approx(0.5)
