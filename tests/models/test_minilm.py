"""The encoder that ships: its reading of text, its traces, and its figures after int8."""

import pytest
import torch

from core.models import minilm
from core.transformer import Lesion
from tests.evidence import holds

TIRED = minilm.STREET.format("tired")
NOUNS = ("animal", "street")


@pytest.fixture(scope="module")
def model():
    return minilm.load()


def reading(model, ending, layer, head):
    """Layer and head counted from 1, as people write them."""
    return minilm.read_head(model.trace(minilm.STREET.format(ending)), "it", NOUNS, layer - 1, head - 1).weights


@pytest.mark.parametrize(
    ("layer", "head", "tired", "wide"),
    [  # measured on the weights before int8
        (4, 2, (0.677, 0.050), (0.281, 0.121)),
        (6, 12, (0.673, 0.021), (0.558, 0.035)),
        (6, 4, (0.249, 0.047), (0.229, 0.045)),
        (5, 12, (0.214, 0.018), (0.141, 0.045)),
        (5, 4, (0.213, 0.068), (0.126, 0.104)),
        (5, 1, (0.100, 0.082), (0.047, 0.188)),
    ],
)
def test_heads_give_the_nouns_what_they_gave_before_int8(model, layer, head, tired, wide):
    assert reading(model, "tired", layer, head) == pytest.approx(tired, abs=0.015)
    assert reading(model, "wide", layer, head) == pytest.approx(wide, abs=0.015)


def test_the_shift_from_animal_to_street_goes_by_degrees(model):
    shift = minilm.ending_shift(model, minilm.STREET, minilm.ENDINGS, "it", NOUNS, layer=3, head=1)
    expected = {
        "tired": (0.68, 0.05), "scared": (0.61, 0.06), "hungry": (0.60, 0.03), "weak": (0.58, 0.05),
        "wide": (0.28, 0.12), "crowded": (0.26, 0.16), "narrow": (0.35, 0.22), "dark": (0.19, 0.22),
    }  # fmt: skip
    assert list(shift) == list(expected)
    for ending, weights in expected.items():
        assert shift[ending].weights == pytest.approx(weights, abs=0.015)


def test_all_heads_are_ranked_by_margin(model):
    ranked = minilm.rank_heads(model, TIRED, "it", NOUNS)
    assert {(reading.layer, reading.head) for reading in ranked} == {(i, j) for i in range(6) for j in range(12)}
    margins = [reading.weights[0] - reading.weights[1] for reading in ranked]
    assert margins == sorted(margins, reverse=True)
    assert {(reading.layer, reading.head) for reading in ranked[:2]} == {(3, 1), (5, 11)}


def test_swapped_candidates_turn_the_ranking_around(model):
    one, other = (minilm.rank_heads(model, TIRED, "it", nouns) for nouns in (NOUNS, NOUNS[::-1]))
    assert [r.margin for r in one] == pytest.approx([-r.margin for r in reversed(other)])


def test_the_best_known_head_is_right_little_more_often_than_chance(model):
    score = minilm.score_cases(model, minilm.CASES, layer=3, head=1)
    assert score.of == len(minilm.CASES) == 24
    by_hand = sum((r.weights[0] >= r.weights[1]) == (c.answer == c.candidates[0]) for c, r in score.readings)
    assert score.right == by_hand and 12 < score.right < 20


@holds(
    "attention",
    says="Twelve more pairs of sentences, in which the last word decides",
    against="the list of cases: each pair of nouns has two sentences, one answer each",
)
@holds(
    "attention",
    says="A head that keeps to one noun of a pair, whatever the ending, is right on exactly twelve of the 24",
    against="the list of cases: each noun is the answer once",
)
def test_every_pronoun_case_names_words_of_its_sentence(model):
    for case in minilm.CASES:
        trace = model.trace(case.sentence)
        assert case.answer in case.candidates
        assert all(trace.positions_of(word) for word in (case.pronoun, *case.candidates))
        assert sum(case.answer == other.answer for other in minilm.CASES if other.candidates == case.candidates) == 1


@holds(
    "embeddings",
    says="after a few layers the vector of *bank* depends on its sentence",
    against="cosines within a meaning, above 0.87, and across meanings, below 0.85",
    within="",
)
def test_bank_is_closer_to_itself_in_one_sense_than_in_two(model):
    money, river = minilm.BANK["money"], minilm.BANK["river"]
    same = [minilm.word_cosine(model, *pair, "bank") for pair in (money, river)]
    across = [minilm.word_cosine(model, one, other, "bank") for one in money for other in river]
    assert min(same) > 0.87 and max(across) < 0.85
    layers = minilm.cosine_by_layer(model, money[0], river[0], "bank")
    assert len(layers) == 7 and layers[0] > 0.95 > layers[-1] == pytest.approx(across[0])


@holds(
    "embeddings",
    says="Before the first layer, the vectors differ only by their positions.",
    against="the same word at the same place of two sentences, and at another place",
)
def test_before_the_first_layer_a_word_differs_by_its_position_only(model):
    (one, at), (other, same), (later, further) = (
        (model.trace(text), model.trace(text).positions_of("bank")[0])
        for text in ("The bank lends money.", "The bank was muddy.", "This old bank was muddy.")
    )
    assert at == same != further
    assert torch.equal(one.embedding[0, at], other.embedding[0, same])
    assert not torch.allclose(one.embedding[0, at], later.embedding[0, further])
    assert not torch.allclose(one.layers[0].resid_post[0, at], other.layers[0].resid_post[0, same], atol=1e-2)


def test_tokens_know_their_words(model):
    text = "Unaffable Déjà-vu"
    tokens = model.tokens(text)
    assert [token.piece for token in tokens] == [
        "[CLS]",
        "una",
        "##ff",
        "##able",
        "de",
        "##ja",
        "-",
        "v",
        "##u",
        "[SEP]",
    ]
    assert [token.word for token in tokens] == [None, 0, 0, 0, 1, 1, 2, 3, 3, None]
    assert [text[token.start : token.end] for token in tokens] == [
        "",
        *["Unaffable"] * 3,
        *["Déjà"] * 2,
        "-",
        "vu",
        "vu",
        "",
    ]
    assert model.encode(text) == [token.id for token in tokens]
    assert model.trace(text).positions_of("unaffable") == [1, 2, 3]


@holds("embeddings", says="a pretrained encoder (MiniLM, 384 dimensions)", against="the shape of its output")
def test_a_text_too_long_or_empty_gets_a_sentence(model):
    assert model.trace("word " * 62).hidden.shape == (1, 64, 384)
    with pytest.raises(ValueError, match="the text has 63 word pieces, and 62 are the most that fit: shorten it"):
        model.trace("word " * 63)
    for text in ("", " \n\u200b\u0301"):
        with pytest.raises(ValueError, match="no words"):
            model.trace(text)


def test_unknown_words_are_named_as_typed(model):
    assert model.unknown("Hi 👍 there 👍🏽, [UNK]") == ["👍", "👍🏽"]
    assert [token.piece for token in model.tokens("a 👍")] == ["[CLS]", "a", "[UNK]", "[SEP]"]


def test_a_word_that_is_not_there_gets_a_sentence(model):
    with pytest.raises(ValueError, match="no word “she”"):
        minilm.rank_heads(model, TIRED, "she", NOUNS)
    with pytest.raises(ValueError, match="at least two"):
        minilm.rank_heads(model, TIRED, "it", ["animal"])


@holds("attention", says="6 layers of 12 heads", against="the shape of the attention maps")
def test_rows_of_every_attention_map_sum_to_one(model):
    trace = model.trace(TIRED)
    assert trace.weights.shape == (6, 12, len(trace.tokens), len(trace.tokens))
    torch.testing.assert_close(trace.weights.sum(-1), torch.ones(6, 12, len(trace.tokens)))


def test_lesions_cut_one_pass_and_leave_the_model_alone(model):
    before = model.trace(TIRED)
    cut = model.trace(TIRED, lesions=[Lesion("encoder", 3, "self_attn", head=1)])
    torch.testing.assert_close(cut.weights[:4], before.weights[:4], rtol=0, atol=0)
    assert (cut.hidden - before.hidden).abs().max() > 0.01
    gone = model.trace(TIRED, lesions=[Lesion("encoder", layer, "layer") for layer in range(6)])
    torch.testing.assert_close(gone.hidden, gone.embedding, rtol=0, atol=0)
    torch.testing.assert_close(model.trace(TIRED).hidden, before.hidden, rtol=0, atol=0)
    with pytest.raises(ValueError, match="allowed: 0 … 5"):
        model.trace(TIRED, lesions=[Lesion("encoder", 6, "layer")])


def test_the_shared_model_is_for_use_only(model):
    assert minilm.load() is model
    assert not model.encoder.training and not any(p.requires_grad for p in model.encoder.parameters())
