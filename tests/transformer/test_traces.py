"""A trace is the forward pass itself, kept: same logits, copies only, and its parts fit together."""

from dataclasses import FrozenInstanceError, fields, is_dataclass
from itertools import pairwise
from weakref import ref

import numpy as np
import pytest
import torch
from torch.utils._python_dispatch import TorchDispatchMode

from core.transformer import MICRO, Encoder, evaluating, to_numpy
from tests.evidence import holds


def tensors(trace, path=""):
    """Every tensor of a trace, with the path that leads to it."""
    if isinstance(trace, (torch.Tensor, np.ndarray)):
        yield path, trace
    elif isinstance(trace, tuple):
        for index, part in enumerate(trace):
            yield from tensors(part, f"{path}[{index}]")
    elif is_dataclass(trace):
        for field in fields(trace):
            yield from tensors(getattr(trace, field.name), f"{path}.{field.name}")


@pytest.fixture(scope="module")
def traced(any_config, build, random_ids):
    model = build(any_config)
    source, target = random_ids(2, 5), random_ids(2, 4, seed=1)
    return model, source, target, model.trace(source, target)


@holds("", shows="what is shown of a pass is the pass itself", against="the logits of a plain pass, to the last bit")
def test_logits_are_those_of_forward_to_the_last_bit(traced):
    model, source, target, trace = traced
    assert torch.equal(trace.logits, model(source, target))
    with torch.inference_mode():
        assert torch.equal(trace.logits, model(source, target))


def test_everything_is_detached_and_nothing_shares_memory(traced):
    model, *_, trace = traced
    kept = [tensor for _, tensor in tensors(trace)]
    assert not any(tensor.requires_grad for tensor in kept)
    storages = [tensor.untyped_storage().data_ptr() for tensor in kept]
    assert len(set(storages)) == len(storages)
    assert not {p.untyped_storage().data_ptr() for p in model.parameters()} & set(storages)


@holds(
    "residuals",
    says="Since every sub-layer only adds, one can look into the stream half-way.",
    against="the stream before a part, plus what the part gives, in every layer, to the last bit",
)
@holds(
    "pre_norm",
    says="Then nothing stands on the stream but additions, from the first layer to the last",
    against="the stream before each sub-layer plus its result, in every layer",
)
def test_the_parts_of_every_layer_fit_together(traced):
    model, *_, trace = traced
    pre = model.config.norm_place == "pre"
    for stack, layers in ((model.encoder, trace.encoder), (model.decoder, trace.decoder)):
        for layer, module in zip(layers, stack.layers, strict=True):
            steps = [(layer.resid_pre, layer.self_attn, layer.resid_mid, module.norm1)]
            if layer.cross_attn is None:
                steps += [(layer.resid_mid, layer.feed_forward, layer.resid_post, module.norm2)]
            else:
                steps += [(layer.resid_mid, layer.cross_attn, layer.resid_cross, module.norm2)]
                steps += [(layer.resid_cross, layer.feed_forward, layer.resid_post, module.norm3)]
            for before, part, after, norm in steps:
                assert torch.equal(norm(part.norm.input), part.norm.output)
                if pre:
                    assert torch.equal(part.norm.input, before) and torch.equal(after, before + part.out)
                else:
                    assert torch.equal(part.norm.input, before + part.out) and torch.equal(after, part.norm.output)


def test_the_stream_runs_from_the_embedding_to_the_logits(traced):
    model, source, target, trace = traced
    assert torch.equal(trace.source_embedding, model.source_embedding(source))
    assert torch.equal(trace.target_embedding, model.target_embedding(target))
    for embedding, layers, final, stack in (
        (trace.source_embedding, trace.encoder, trace.memory, model.encoder),
        (trace.target_embedding, trace.decoder, trace.final, model.decoder),
    ):
        assert torch.equal(layers[0].resid_pre, embedding)
        for lower, upper in pairwise(layers):
            assert torch.equal(upper.resid_pre, lower.resid_post)
        assert torch.equal(stack.final_norm(layers[-1].resid_post), final)
    assert torch.equal(model.output(trace.final), trace.logits)


def test_attention_weights_sum_to_1_and_mix_the_values(traced):
    model, *_, trace = traced
    heads, d_k = model.config.n_heads, model.config.d_k
    attentions = [layer.self_attn for layer in trace.encoder + trace.decoder]
    for attn in attentions + [layer.cross_attn for layer in trace.decoder]:
        assert attn.q.shape[1] == heads and attn.q.shape[-1] == attn.k.shape[-1] == attn.z.shape[-1] == d_k
        assert attn.weights.shape == attn.scores.shape == (2, heads, attn.q.shape[2], attn.k.shape[2])
        torch.testing.assert_close(attn.weights.sum(-1), torch.ones(attn.weights.shape[:-1]))
        torch.testing.assert_close(attn.z, attn.weights @ attn.v)
        torch.testing.assert_close(attn.weights, attn.scores.softmax(-1))
        visible = attn.scores.isfinite()
        torch.testing.assert_close(attn.scores[visible], (attn.q @ attn.k.mT / d_k**0.5)[visible])


def test_the_causal_half_is_hidden_and_cross_attention_is_whole(traced):
    *_, trace = traced
    for layer in trace.decoder:
        assert layer.self_attn.weights.tril().equal(layer.self_attn.weights)
        assert layer.cross_attn.weights.shape[-2:] == (4, 5) and (layer.cross_attn.weights > 0).all()
    assert all((layer.self_attn.weights > 0).all() for layer in trace.encoder)


def test_the_statistics_of_the_norms_are_those_of_their_input(traced):
    *_, trace = traced
    for layer in trace.encoder + trace.decoder:
        for part in filter(None, (layer.self_attn, layer.cross_attn, layer.feed_forward)):
            x = part.norm.input
            torch.testing.assert_close(part.norm.mean, x.mean(-1))
            torch.testing.assert_close(part.norm.std, x.var(-1, correction=0).sqrt())
            torch.testing.assert_close(part.norm.rms.square(), part.norm.mean.square() + part.norm.std.square())


def test_a_trace_cannot_be_changed(small_config, build, random_ids):
    trace = build(small_config()).trace(random_ids(1, 3), random_ids(1, 2))
    for part, name in ((trace, "logits"), (trace.encoder[0], "resid_mid"), (trace.encoder[0].self_attn, "q")):
        with pytest.raises(FrozenInstanceError):
            setattr(part, name, None)


def test_writing_into_a_trace_changes_neither_the_model_nor_the_next_trace(small_config, build, random_ids):
    model, source, target = build(small_config()), random_ids(1, 3), random_ids(1, 2)
    trace = model.trace(source, target)
    logits = trace.logits.clone()
    for _, tensor in tensors(trace):
        tensor.fill_(7.0)
    assert torch.equal(model.trace(source, target).logits, logits)


def test_a_trace_keeps_the_mask_it_was_given(small_config, build, random_ids):
    model, source, target = build(small_config()), random_ids(1, 4), random_ids(1, 3)
    band = torch.eye(4, dtype=torch.bool)
    trace = model.trace(source, target, source_mask=band, target_mask=torch.ones(3, 3, dtype=torch.bool))
    assert torch.equal(trace.encoder[1].self_attn.weights, torch.eye(4).expand(1, 3, 4, 4))
    assert (trace.decoder[0].self_attn.weights > 0).all()  # what is given replaces the causal mask


@pytest.mark.parametrize("place", ["post", "pre"])
def test_the_encoder_alone_is_traced_likewise(small_config, build, random_ids, place):
    config = small_config(norm_place=place)
    model, ids = build(config, kind=Encoder), random_ids(2, 5)
    trace = model.trace(ids)
    assert torch.equal(trace.logits, model(ids)) and torch.equal(trace.logits, model.output(trace.final))
    assert trace.decoder == () and trace.target_embedding is None and len(trace.encoder) == 2
    assert torch.equal(trace.memory, trace.final) and trace.memory.data_ptr() != trace.final.data_ptr()


def test_as_numpy_it_has_the_same_numbers(build, random_ids):
    model = build(MICRO)
    trace = model.trace(random_ids(1, 4, vocab_size=8), random_ids(1, 3, vocab_size=8))
    arrays = to_numpy(trace)
    assert type(arrays) is type(trace) and arrays.encoder[0].cross_attn is None
    ours, theirs = list(tensors(trace)), list(tensors(arrays))
    assert [path for path, _ in ours] == [path for path, _ in theirs] and len(ours) > 80
    for (_, tensor), (_, array) in zip(ours, theirs, strict=True):
        assert isinstance(array, np.ndarray) and np.array_equal(array, tensor.numpy())


class PeakBytes(TorchDispatchMode):
    """The most bytes that results of torch's operators took at one time; the model's own weights do not count."""

    def __init__(self, model):
        super().__init__()
        self.weights = {parameter.untyped_storage().data_ptr() for parameter in model.parameters()}
        self.made, self.peak = [], 0

    def __torch_dispatch__(self, operator, types, args=(), kwargs=None):
        result = operator(*args, **(kwargs or {}))
        parts = result if isinstance(result, tuple | list) else [result]
        self.made += [ref(part) for part in parts if isinstance(part, torch.Tensor)]
        living = [tensor.untyped_storage() for made in self.made if (tensor := made()) is not None]
        held = {storage.data_ptr(): storage.nbytes() for storage in living}
        self.peak = max(self.peak, sum(size for at, size in held.items() if at not in self.weights))
        return result


def peaks(model, *ids) -> tuple[int, int]:
    """Of a plain forward pass, and of a traced one."""
    found = []
    for run in (model, model.trace):
        with evaluating(model), PeakBytes(model) as meter:
            run(*ids)
        found.append(meter.peak)
    return tuple(found)


@pytest.mark.parametrize("kind", ["encoder", "both"])
@pytest.mark.parametrize("place", ["post", "pre"])
def test_a_plain_pass_holds_no_more_for_more_layers(small_config, build, random_ids, place, kind):
    ids = [random_ids(2, 16)] if kind == "encoder" else [random_ids(2, 16), random_ids(2, 16)]
    options = {"kind": Encoder} if kind == "encoder" else {}
    (shallow, shallow_traced), (deep, deep_traced) = (
        peaks(build(small_config(norm_place=place, n_layers=layers), **options), *ids) for layers in (2, 8)
    )
    assert deep == shallow < shallow_traced < deep_traced / 3


def test_a_plain_layer_lets_go_of_its_attention_before_the_hidden_units_are_made(small_config, build, random_ids):
    """The largest of its sub-layers decides, not their sum: [H, T, T] maps and [T, F] hidden units never meet."""
    sizes = {"d_ff": 3 * 16, "max_len": 16, "n_layers": 1}  # a map has as many numbers as the hidden units of a row
    model, ids = build(small_config(**sizes), kind=Encoder), random_ids(8, 16)
    with evaluating(model), PeakBytes(model) as whole:
        model(ids)
    x = model.embedding(ids).detach()
    with evaluating(model), PeakBytes(model) as alone:
        model.encoder.layers[0].self_attn(x)
    assert whole.peak <= alone.peak + 3 * x.nbytes  # the stream, the update and their sum


def test_a_probe_can_be_trained_on_a_trace_wherever_it_was_made(small_config, build, random_ids):
    model = build(small_config())
    with evaluating(model):
        trace = model.trace(random_ids(2, 5), random_ids(2, 4))
    probe = torch.nn.Linear(12, 1)
    probe(trace.memory).sum().backward()
    torch.testing.assert_close(probe.weight.grad[0], trace.memory.sum((0, 1)))
    for _, tensor in tensors(trace):
        assert not tensor.is_inference() and tensor.device.type == "cpu"
        tensor.zero_()
