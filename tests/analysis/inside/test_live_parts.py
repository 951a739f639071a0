"""The blueprint's parts with a real pass in them, their counts, and cuts: on the translator that ships."""

import math

import pytest
import torch

from core import analysis
from core.models import translator
from core.transformer import PAPER_BASE, Lesion, ModelConfig, Transformer, evaluating
from tests.evidence import holds

SENTENCE = "She gave the old book to her brother."


@pytest.fixture(scope="module")
def model():
    return translator.load()


@pytest.fixture(scope="module")
def read(model):
    """Source ids, target ids as read, trace."""
    translation = model.translate(SENTENCE)
    trace = model.trace(translation)
    return translation.source_ids, translation.target_ids[: trace.target_embedding.shape[1]], trace


def view(model, read, part: str, layer: int = 0):
    source, target, trace = read
    return analysis.inside.part_view(model.model, trace, source, target, part, layer)


def tensors(model, read, part: str, layer: int = 0) -> dict:
    return {row.name: row.values for row in view(model, read, part, layer).tensors}


@holds(
    "architecture",
    shows="the shapes of all tensors",
    against="the letters, with the sizes of the sentence and of the model",
)
@pytest.mark.parametrize("part", analysis.inside.PARTS)
def test_shapes_are_what_the_letters_say(model, read, part):
    source, target, _ = read
    config = model.model.config
    size = {"S": len(source), "T": len(target), "D": config.d_model, "H": config.n_heads, "K": config.d_k,
            "F": config.d_ff, "V": config.vocab_size}  # fmt: skip
    shown = view(model, read, part, 1)
    for row in shown.tensors:
        assert row.shape == tuple(size[axis] for axis in row.axes), row.name
    assert shown.parameters == analysis.inside.part_parameters(config, part)
    assert shown.flops == analysis.inside.part_flops(config, part, len(source), len(target))


@holds(
    "attention",
    says="in cross-attention $X$ comes from the decoder and $Y$ from the encoder",
    against="projections of the stream of the decoder and of the output of the encoder",
    within="1e-5",
)
def test_blu_01_queries_from_the_decoder_keys_and_values_from_the_last_encoder_layer(model, read):
    last = read[2].encoder[-1].resid_post[0]
    for layer, block in enumerate(model.model.decoder.layers):
        found = tensors(model, read, "cross-attention", layer)
        assert torch.equal(found["memory"], last) and torch.equal(found["x"], read[2].decoder[layer].resid_mid[0])
        with torch.no_grad():
            for name, projection, reads in (
                ("Q", block.cross_attn.q_proj, found["x"]),
                ("K", block.cross_attn.k_proj, found["memory"]),
                ("V", block.cross_attn.v_proj, found["memory"]),
            ):
                assert torch.allclose(block.cross_attn.split_heads(projection(reads)[None])[0], found[name], atol=1e-5)
        assert not found["S"].isneginf().any()


def test_blu_01_another_source_moves_the_cross_attention_and_not_the_first_self_attention(model, read):
    source, target, _ = read
    first, second = (analysis.inside.source_swap(model.model, source, target, layer) for layer in (0, 1))
    assert first.self_attention == 0 and first.cross_attention > 0.1 and second.self_attention > 0.1


@holds(
    "architecture", shows="what each part computes", against="its formula, on the tensors that are shown", within="1e-3"
)
@holds(
    "sampling",
    says="One last matrix turns it into a score for every entry of the vocabulary.",
    against="the product of the last vectors and the table of the translator",
    within="1e-3",
)
def test_expressions_hold_for_the_values(model, read):
    embedding, positions = (tensors(model, read, f"target-{name}") for name in ("embedding", "positions"))
    assert torch.allclose(embedding["x"], positions["x"], atol=1e-5)
    assert torch.allclose(positions["x"] + positions["PE"], positions["x + PE"], atol=1e-6)
    for part in ("encoder-norm-1", "encoder-norm-2", "decoder-norm-2", "decoder-norm-3"):
        found, block = tensors(model, read, part), model.model
        norm = getattr(getattr(block, part.split("-")[0]).layers[0], f"norm{part[-1]}")
        with torch.no_grad():
            assert torch.allclose(norm(found["x + f(x)"]), found["out"], atol=1e-5)
    linear, softmax = tensors(model, read, "linear"), tensors(model, read, "softmax")
    assert torch.allclose(linear["x"] @ linear["E"].T, linear["z"], atol=1e-3)
    assert torch.allclose(softmax["p"].sum(-1), torch.ones(len(softmax["p"])))


def test_the_translator_is_of_the_papers_kind(model):
    """What the page says of add-and-norm and of the one shared table holds for the model that ships."""
    config = model.model.config
    assert config.norm_place == "post" and config.tie_embeddings and config.positions == "sinusoidal"
    assert config.n_layers <= 6 and config.n_heads <= 16


def test_blu_02_the_counts_of_every_convention():
    paper, biased = analysis.counting.base_count(), analysis.counting.base_count("all")
    assert (paper.total, biased.total) == (63_045_632, 63_082_496)
    assert (biased.encoder_layer.total, biased.decoder_layer.total) == (3_152_384, 4_204_032)
    assert biased.encoder_layer.feed_forward == 2_099_712 and biased.stacks == 44_138_496
    assert analysis.counting.base_count("all", shared=False).total == 100_970_496
    assert analysis.counting.base_count("none", norms=False).total == 62_984_192
    with pytest.raises(ValueError, match="allowed: none, feed-forward, all"):
        analysis.counting.base_count("some")


def test_the_parts_of_a_count_sum_to_the_whole():
    for biases in ("none", "feed-forward", "all"):
        for shared in (True, False):
            count = analysis.counting.base_count(biases, shared=shared)
            assert sum(analysis.counting.counted_parts(count).values()) == count.total


def test_parameters_of_a_part_are_those_of_the_real_module():
    config = ModelConfig(d_model=24, n_heads=3, d_ff=40, n_layers=1, vocab_size=17, max_len=8)
    model = Transformer(config)
    layer = model.decoder.layers[0]
    for part, module in (("cross-attention", layer.cross_attn), ("decoder-ffn", layer.feed_forward),
                         ("decoder-norm-3", layer.norm3), ("linear", model.output)):  # fmt: skip
        assert analysis.inside.part_parameters(config, part) == sum(p.numel() for p in module.parameters())
    assert (
        analysis.inside.part_parameters(PAPER_BASE, "softmax")
        == analysis.inside.part_parameters(PAPER_BASE, "source-positions")
        == 0
    )


@holds(
    "architecture",
    says="Only those of matrix products are counted",
    against="torch's FlopCounterMode over a pass of the translator",
)
def test_operations_are_those_that_torch_counts(model, read):
    from torch.utils.flop_counter import FlopCounterMode

    source, target, _ = read
    with evaluating(model.model), FlopCounterMode(display=False) as counter:
        model.model(torch.tensor([source]), torch.tensor([target]))
    counts = analysis.inside.sentence_flops(model.model.config, len(source), len(target))
    assert sum(counts.values()) == counter.get_total_flops()


@holds(
    "attention",
    says=r"the **loss**, the mean of $-\ln p$ over the tokens of the translation",
    against="logarithms of the probabilities of a trace, one by one",
    within="1e-5",
)
@holds(
    "attention",
    says=r"a loss that is $\ln 2 = 0.69$ nats higher stands for half the probability",
    against="the geometric mean of the probabilities",
    within="1e-4",
)
def test_the_loss_is_the_mean_of_minus_ln_p_and_ln_2_nats_more_halve_the_probability(model, read):
    source, target, trace = read
    p = trace.logits[0].double().softmax(-1)[range(len(target)), model.translate(SENTENCE).target_ids[1:]]
    loss = float(analysis.inside.token_losses(model.model, source, model.translate(SENTENCE).target_ids).mean())
    assert loss == pytest.approx(-sum(math.log(one) for one in p.tolist()) / len(p), abs=1e-5)
    typical = math.prod(p.tolist()) ** (1 / len(p))  # the geometric mean
    assert math.exp(-(loss + 0.6931)) == pytest.approx(typical / 2, rel=1e-4)


@holds(
    "architecture",
    says="norms, sums and softmaxes are small beside them",
    against="a generous count of the other operations of a sentence: under 3 % of the products",
    within="",
)
def test_norms_sums_and_softmaxes_are_small_beside_the_products(model, read):
    """Counted generously: 8 operations for a number that is normed, 5 for one in a softmax, 1 for a sum."""
    c, s, t = model.model.config, len(read[0]), len(read[1])
    normed, added = 2 * s * c.d_model + 3 * t * c.d_model, 2 * s * c.d_model + 3 * t * c.d_model + (s + t) * c.d_ff
    in_softmax = c.n_heads * (s * s + t * t + t * s)
    others = c.n_layers * (8 * normed + added + 5 * in_softmax) + 5 * t * c.vocab_size + 2 * (s + t) * c.d_model
    assert others < 0.03 * sum(analysis.inside.sentence_flops(c, s, t).values())


@holds(
    "architecture",
    says="the change of its loss, in nats a token",
    against="the loss of the same translation, with the cut and without",
    within="1e-4",
)
def test_a_cut_costs_what_the_loss_says(model, read):
    source, target, _ = read
    whole = analysis.inside.token_losses(model.model, source, target)
    cut = [Lesion("decoder", 2, "cross_attn")]
    cost = analysis.inside.lesion_costs(model.model, source, target, [cut, []])
    assert cost[0] == pytest.approx(
        float((analysis.inside.token_losses(model.model, source, target, cut) - whole).mean()), rel=1e-4
    )
    assert cost[0] > 0.5 and cost[1] == 0
