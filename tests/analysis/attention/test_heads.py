"""Heads under another scale or mask, what they add, and whom they align: on the translator that ships."""

import numpy as np
import pytest
import torch

from core import analysis
from core.models import translator
from tests.evidence import holds


@pytest.fixture(scope="module")
def model():
    return translator.load()


@pytest.fixture(scope="module")
def traced(model):
    return model.trace(model.translate("I bought a new car yesterday."))


def test_att_05_cross_attention_is_target_by_source_without_a_triangle(traced):
    part = traced.decoder[1].cross_attn
    view = analysis.attention.head_view(part, 0)
    rows, columns = view.weights.shape
    assert (rows, columns) == (traced.target_embedding.shape[1], traced.source_embedding.shape[1])
    assert view.allowed.all() and view.weights.triu(1).sum() > 0.1
    assert view.weights.sum(-1).numpy() == pytest.approx(np.ones(rows), abs=1e-6)


@holds("attention", says="*causal* hides the future", against="0 above the diagonal of every head, above 0 on it")
@holds(
    "causal_mask",
    says="The decoder of this app's translator works under the causal mask",
    against="0 above the diagonal, in every head of every decoder layer",
)
def test_att_05_decoder_self_attention_has_zeros_above_the_diagonal_only(traced):
    for layer in traced.decoder:
        for head in range(8):
            view = analysis.attention.head_view(layer.self_attn, head)
            assert (view.weights.triu(1) == 0).all() and view.weights.diagonal().min() > 0


@holds(
    "attention",
    shows="the map of a single head",
    against="the weights that the pass of the translator computed",
    within="1e-6",
)
def test_the_trained_view_of_a_head_is_what_the_pass_computed(traced):
    for part in (traced.encoder[0].self_attn, traced.decoder[2].self_attn, traced.decoder[0].cross_attn):
        view = analysis.attention.head_view(part, 3)
        assert view.weights.numpy() == pytest.approx(part.weights[0, 3].numpy(), abs=1e-6)
        assert view.out.numpy() == pytest.approx(part.z[0, 3].numpy(), abs=1e-5)


@holds(
    "attention",
    says="the scores grow with the length $d_k$ of the vectors",
    against="the plain products of queries and keys: √d_k times as large",
    within="1e-4",
)
def test_without_the_division_scores_are_the_dot_products(traced):
    part = traced.encoder[0].self_attn
    raw = analysis.attention.head_view(part, 0, scaled=False)
    assert raw.scores.numpy() == pytest.approx((part.q[0, 0] @ part.k[0, 0].T).numpy(), rel=1e-4, abs=1e-4)
    assert raw.scale == 1 and analysis.attention.head_view(part, 0).scale == part.q.shape[-1] ** 0.5


@holds(
    "tokenization",
    says="Attention compares every token with every token",
    against="the scores of every head of the translator: N by N, and none of them hidden",
)
def test_every_head_compares_every_token_with_every_token(traced):
    n = traced.source_embedding.shape[1]
    for layer in traced.encoder:
        assert layer.self_attn.scores.shape == (1, 8, n, n) and layer.self_attn.scores.isfinite().all()


@holds(
    "attention",
    says="the softmax puts nearly all weight on few keys",
    against=(
        "the two largest weights of a row: over 90 % on average in each of the nine attentions, and more than "
        "with the division"
    ),
    within="",
)
def test_without_the_division_few_keys_take_nearly_all_weight(traced):
    """The two largest weights of a row, on average over all rows and heads of each of the nine attentions."""
    for part in [getattr(layer, kind) for kind, layer in parts_of(traced)]:
        divided, bare = (
            (part.q @ part.k.mT / divisor).masked_fill(part.scores.isneginf(), -torch.inf).softmax(-1)
            for divisor in (part.q.shape[-1] ** 0.5, 1)
        )
        largest = [weights.topk(2, -1).values.sum(-1).mean() for weights in (divided, bare)]
        assert torch.allclose(divided, part.weights, atol=1e-5)
        assert largest[0] < largest[1] and largest[1] > 0.9


def parts_of(trace) -> list[tuple[str, object]]:
    own = [("self_attn", layer) for layer in (*trace.encoder, *trace.decoder)]
    return own + [("cross_attn", layer) for layer in trace.decoder]


@holds(
    "attention",
    says="That is the same as multiplying each $z_h$ with its own rows of $W^O$ and adding.",
    against="the output that the pass itself gave",
    within="1e-5",
)
@holds(
    "attention",
    says="What a head adds is measured at the chosen query, and the additions together are the output",
    against="the output that the pass itself gave",
    within="1e-5",
)
def test_the_heads_additions_sum_to_the_output_of_the_layer(model, traced):
    check = analysis.attention.concat_check(model.model.encoder.layers[1].self_attn, traced.encoder[1].self_attn, 3)
    assert check.error < 1e-5 and sum(check.lengths) > check.total > 1


@holds(
    "attention",
    says="where German puts its words in another order than English, the strong cells leave the diagonal",
    against="the participle at the end of a German sentence: gekauft looks at bought, and crosses gestern",
)
def test_the_alignment_names_the_row_that_predicts_the_word(model, traced):
    """German puts the participle last: in some layer the row that predicts “gekauft” looks at “bought”."""
    translation = model.translate("I bought a new car yesterday.")
    written, source = model.tokens(translation.target_ids[1:]), model.tokens(translation.source_ids)
    readings = []
    for layer in traced.decoder:
        found = analysis.attention.soft_alignment(layer.cross_attn, rows=len(written), columns=len(source))
        assert (found.weights == layer.cross_attn.weights[0].mean(0)[: len(written)]).all()
        looked = [source[best] for best in found.best]
        assert all(found.best[i] > found.best[j] and i < j for i, j in found.crossings)
        assert found.clearest in found.crossings
        readings.append(
            (dict(zip(written, looked, strict=True)), {(written[i], written[j]) for i, j in found.crossings})
        )
    assert any(
        looked["·gekauft"] == "·bought" and looked["·gestern"] == "·yesterday" and ("·gestern", "·gekauft") in crossed
        for looked, crossed in readings
    )
