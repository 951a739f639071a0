"""Cutting parts out of one pass."""

import pytest
import torch

from core.transformer import MICRO, Encoder, Lesion, Transformer
from tests.evidence import holds

EXACT = {"rtol": 0, "atol": 0}


@pytest.fixture
def case(small_config, build, random_ids):
    return build(small_config(attention_bias=True)), random_ids(2, 5), random_ids(2, 4, seed=1)


def attention_of(model, stack, layer, part):
    return getattr(getattr(model, stack).layers[layer], part)


@holds(
    "attention",
    shows="what is left when a head is cut out",
    against="a model whose weights for that head are zero",
    within="1e-5, in float32",
)
@pytest.mark.parametrize(
    ("stack", "part"), [("encoder", "self_attn"), ("decoder", "self_attn"), ("decoder", "cross_attn")]
)
@pytest.mark.parametrize("head", [0, 2])
def test_a_cut_head_equals_zeroing_its_columns_of_the_output_projection(case, stack, part, head):
    model, source, target = case
    cut = model(source, target, lesions=[Lesion(stack, 1, part, head=head)])
    weight = attention_of(model, stack, 1, part).out_proj.weight
    with torch.no_grad():
        weight[:, head * 4 : head * 4 + 4] = 0
    torch.testing.assert_close(cut, model(source, target))


@holds(
    "architecture",
    shows="what is left when a part is cut out",
    against="a model whose weights for that part are zero",
    within="1e-5, in float32",
)
@pytest.mark.parametrize(
    ("stack", "part", "last"),
    [
        ("encoder", "self_attn", "out_proj"),
        ("decoder", "self_attn", "out_proj"),
        ("decoder", "cross_attn", "out_proj"),
        ("encoder", "feed_forward", "fc2"),
        ("decoder", "feed_forward", "fc2"),
    ],
)
def test_a_cut_sublayer_equals_zeroing_its_last_matrix_and_bias(case, stack, part, last):
    model, source, target = case
    cut = model(source, target, lesions=[Lesion(stack, 0, part)])
    linear = getattr(attention_of(model, stack, 0, part), last)
    with torch.no_grad():
        linear.weight.zero_()
        linear.bias.zero_()
    torch.testing.assert_close(cut, model(source, target), **EXACT)


@pytest.mark.parametrize("place", ["post", "pre"])
@pytest.mark.parametrize("stack", ["encoder", "decoder"])
def test_a_cut_layer_hands_on_its_input(small_config, build, random_ids, stack, place):
    model = build(small_config(n_layers=3, norm_place=place))
    source, target = random_ids(2, 5), random_ids(2, 4, seed=1)
    trace = model.trace(source, target, lesions=[Lesion(stack, 1, "layer")])
    layers = getattr(trace, stack)
    torch.testing.assert_close(layers[1].resid_post, layers[1].resid_pre, **EXACT)
    del getattr(model, stack).layers[1]
    torch.testing.assert_close(trace.logits, model(source, target), **EXACT)


def test_all_heads_cut_leave_the_bias_of_the_projection(case):
    model, source, target = case
    trace = model.trace(source, target, lesions=[Lesion("encoder", 0, "self_attn", head=h) for h in range(3)])
    attn = trace.encoder[0].self_attn
    assert not attn.z.any()
    torch.testing.assert_close(attn.out, model.encoder.layers[0].self_attn.out_proj.bias.expand_as(attn.out))


def test_a_cut_is_local_to_its_layer_and_stack(case):
    model, source, target = case
    whole = model.trace(source, target)
    cut = model.trace(source, target, lesions=[Lesion("decoder", 1, "cross_attn", head=0)])
    torch.testing.assert_close(cut.memory, whole.memory, **EXACT)
    torch.testing.assert_close(cut.decoder[1].resid_mid, whole.decoder[1].resid_mid, **EXACT)
    assert not torch.allclose(cut.decoder[1].resid_cross, whole.decoder[1].resid_cross)
    assert not cut.decoder[1].cross_attn.z[:, 0].any() and cut.decoder[1].cross_attn.z[:, 1].any()


def test_the_shared_model_is_left_as_it_was(case):
    model, source, target = case
    before, state = model(source, target), {name: t.clone() for name, t in model.state_dict().items()}
    cuts = [
        Lesion("encoder", 0, "layer"),
        Lesion("decoder", 1, "self_attn"),
        Lesion("decoder", 0, "cross_attn", head=1),
    ]
    assert not torch.allclose(model(source, target, lesions=cuts), before)
    assert all(torch.equal(tensor, state[name]) for name, tensor in model.state_dict().items())
    torch.testing.assert_close(model(source, target), before, **EXACT)


def test_forward_and_trace_agree_under_cuts(case):
    model, source, target = case
    cuts = [Lesion("encoder", 1, "feed_forward"), Lesion("decoder", 0, "self_attn", head=2)]
    torch.testing.assert_close(
        model.trace(source, target, lesions=cuts).logits, model(source, target, lesions=cuts), **EXACT
    )


def test_the_encoder_alone_can_be_cut_too(build, random_ids):
    model, ids = build(MICRO, kind=Encoder), random_ids(2, 4, vocab_size=8)
    whole, cut = model(ids), model(ids, lesions=[Lesion("encoder", 1, "self_attn", head=1)])
    assert not torch.allclose(whole, cut)


@pytest.mark.parametrize(
    ("cut", "message"),
    [
        (Lesion("encoder", 2, "layer"), "layer=2 does not exist; allowed: 0 … 1"),
        (Lesion("decoder", -1, "layer"), "layer=-1 does not exist"),
        (Lesion("decoder", 0, "cross_attn", head=3), "head=3 does not exist; allowed: 0 … 2"),
        (Lesion("encoder", 0, "cross_attn"), "no cross-attention"),
    ],
)
def test_a_cut_of_what_is_not_there_is_refused(case, cut, message):
    model, source, target = case
    for run in (model, model.trace):
        with pytest.raises(ValueError, match=message):
            run(source, target, lesions=[cut])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("middle", 0, "layer"), "stack='middle' is unknown; allowed: encoder, decoder"),
        (("encoder", 0, "ffn"), "part='ffn' is unknown; allowed: self_attn"),
        (("encoder", 0, "feed_forward", 1), "feed_forward has no heads"),
        (("encoder", 0, "layer", 0), "layer has no heads"),
    ],
)
def test_a_cut_that_means_nothing_is_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        Lesion(*arguments)


def test_a_cut_gets_no_gradient(small_config, random_ids):
    model = Transformer(small_config(), torch.Generator().manual_seed(0))
    model(random_ids(1, 4), random_ids(1, 3), lesions=[Lesion("encoder", 0, "self_attn", head=1)]).sum().backward()
    gradient = model.encoder.layers[0].self_attn.out_proj.weight.grad
    assert not gradient[:, 4:8].any() and gradient[:, :4].any()
