"""The whole encoder–decoder against torch.nn.Transformer with the same weights, in float64.

nn.Transformer puts a final LayerNorm on both stacks even in post-norm, which the paper does not: it is taken off here.
Its eval fast path zeroes padded rows of the encoder's output, so that path is compared on valid rows only.
"""

import pytest
import torch
from torch import nn

from core.transformer import ModelConfig, Transformer, causal_mask, padding_mask
from tests.evidence import holds

EXACT = {"rtol": 0, "atol": 1e-12}
pytestmark = [
    pytest.mark.usefixtures("float64"),
    pytest.mark.filterwarnings("ignore::UserWarning:torch.nn.modules.transformer"),  # on its own fast path
]
SIZES = {
    "d_model": 16,
    "n_heads": 4,
    "d_ff": 24,
    "n_layers": 3,
    "vocab_size": 11,
    "max_len": 16,
    "attention_bias": True,
    "dropout": 0.0,
}


def copy_attention(theirs: nn.MultiheadAttention, ours) -> None:
    projections = (ours.q_proj, ours.k_proj, ours.v_proj)
    theirs.in_proj_weight.copy_(torch.cat([p.weight for p in projections]))
    theirs.in_proj_bias.copy_(torch.cat([p.bias for p in projections]))
    theirs.out_proj.load_state_dict(ours.out_proj.state_dict())


def copy_norm(theirs: nn.LayerNorm, ours) -> None:
    theirs.weight.copy_(ours.gain)
    theirs.bias.copy_(ours.bias)


@torch.no_grad()
def torchs_twin(model: Transformer) -> nn.Transformer:
    c = model.config
    twin = nn.Transformer(
        c.d_model, c.n_heads, c.n_layers, c.n_layers, c.d_ff, dropout=0.0, activation=c.activation,
        layer_norm_eps=c.norm_eps, batch_first=True, norm_first=c.norm_place == "pre",
    )  # fmt: skip
    for theirs, ours in ((twin.encoder, model.encoder), (twin.decoder, model.decoder)):
        for t, o in zip(theirs.layers, ours.layers, strict=True):
            copy_attention(t.self_attn, o.self_attn)
            t.linear1.load_state_dict(o.feed_forward.fc1.state_dict())
            t.linear2.load_state_dict(o.feed_forward.fc2.state_dict())
            copy_norm(t.norm1, o.norm1)
            copy_norm(t.norm2, o.norm2)
            if hasattr(t, "multihead_attn"):
                copy_attention(t.multihead_attn, o.cross_attn)
                copy_norm(t.norm3, o.norm3)
        if c.norm_place == "pre":
            copy_norm(theirs.norm, ours.final_norm)
        else:
            theirs.norm = None
    return twin


def run_twin(twin, model, source, target, keep):
    x, y = model.source_embedding(source), model.target_embedding(target)
    memory = twin.encoder(x, src_key_padding_mask=~keep)
    final = twin.decoder(y, memory, tgt_mask=~causal_mask(target.shape[1]), memory_key_padding_mask=~keep)
    return memory, final


@pytest.fixture(params=["post", "pre"])
def place(request):
    return request.param


@pytest.fixture
def padded(random_ids):
    source = random_ids(3, 7)
    source[1, 5:] = 0
    source[2, 2:] = 0
    return source, random_ids(3, 5, seed=1), source != 0


@holds(
    "architecture",
    says="The paper's machine is two towers.",
    against="torch.nn.Transformer with the same weights, in float64",
    within="1e-12",
)
@holds(
    "pre_norm",
    shows="the outputs of whole stacks, pre-norm and post-norm",
    against="torch.nn.Transformer with the same weights, in float64",
    within="1e-12",
)
@holds(
    "",
    shows="the machine: both towers, from the ids to the logits",
    against="torch.nn.Transformer with the same weights, in float64",
    within="1e-12",
)
@pytest.mark.parametrize("activation", ["relu", "gelu"])
def test_both_towers_equal_nn_transformer(build, padded, place, activation):
    source, target, keep = padded
    model = build(ModelConfig(**SIZES, norm_place=place, activation=activation, pad_id=0))
    memory, final = run_twin(torchs_twin(model), model, source, target, keep)  # in training mode: no fast path
    trace = model.trace(source, target)
    torch.testing.assert_close(trace.memory, memory, **EXACT)
    torch.testing.assert_close(trace.final, final, **EXACT)
    torch.testing.assert_close(trace.logits, model.output(final), **EXACT)


def test_the_source_mask_says_the_same_as_a_pad_id(build, padded, place):
    source, target, keep = padded
    model = build(ModelConfig(**SIZES, norm_place=place))
    _, final = run_twin(torchs_twin(model), model, source, target, keep)
    ours = model(source, target, source_mask=padding_mask(source, 0))
    torch.testing.assert_close(ours, model.output(final), **EXACT)


def test_torchs_eval_fast_path_agrees_on_the_valid_rows(build, padded):
    source, target, keep = padded
    model = build(ModelConfig(**SIZES, pad_id=0))
    with torch.no_grad():
        memory, final = run_twin(torchs_twin(model).eval(), model, source, target, keep)
    trace = model.trace(source, target)
    torch.testing.assert_close(trace.memory[keep], memory[keep], **EXACT)
    torch.testing.assert_close(trace.final, final, **EXACT)


@holds(
    "residuals",
    shows="gradients through the layers",
    against="torch.nn.Transformer with the same weights, in float64",
    within="1e-11",
)
@holds(
    "pre_norm",
    shows="the gradients of the weights, pre-norm and post-norm",
    against="torch.nn.Transformer with the same weights, in float64",
    within="1e-11",
)
def test_gradients_of_every_weight_equal_torchs(build, padded, place):
    source, target, keep = padded
    model = build(ModelConfig(**SIZES, norm_place=place, pad_id=0, tie_embeddings=False))
    twin = torchs_twin(model)
    probe = torch.randn(3, 5, 11, generator=torch.Generator().manual_seed(3))
    (model.output(run_twin(twin, model, source, target, keep)[1]) * probe).sum().backward()
    theirs = {name: p.grad.clone() for name, p in model.named_parameters() if p.grad is not None}  # the embeddings'
    model.zero_grad()
    (model(source, target) * probe).sum().backward()
    for name, gradient in theirs.items():
        torch.testing.assert_close(dict(model.named_parameters())[name].grad, gradient, rtol=0, atol=1e-11)
    for t, o in zip(twin.decoder.layers, model.decoder.layers, strict=True):
        q, k, v = t.multihead_attn.in_proj_weight.grad.chunk(3)
        for mine, other in zip((o.cross_attn.q_proj, o.cross_attn.k_proj, o.cross_attn.v_proj), (q, k, v), strict=True):
            torch.testing.assert_close(mine.weight.grad, other, rtol=0, atol=1e-11)
        torch.testing.assert_close(o.feed_forward.fc1.weight.grad, t.linear1.weight.grad, rtol=0, atol=1e-11)
        torch.testing.assert_close(o.norm1.gain.grad, t.norm1.weight.grad, rtol=0, atol=1e-11)


def test_body_of_the_base_size_has_as_many_parameters_as_nn_transformer():
    """With attention biases and a norm on each stack, as nn.Transformer always has them."""
    with torch.device("meta"):
        theirs = nn.Transformer(512, 8, 6, 6, 2048)
        ours = Transformer(ModelConfig(attention_bias=True, norm_place="pre"))
    body = [p.numel() for stack in (ours.encoder, ours.decoder) for p in stack.parameters()]
    assert sum(body) == sum(p.numel() for p in theirs.parameters()) == 44_140_544
