"""Public bugs of looking inside a model: averaged heads, hooks that stay, memory that is never given back."""

import gc

import pytest
import torch

from core.transformer import Encoder, ModelConfig, Transformer


@pytest.fixture
def model():
    config = ModelConfig(d_model=8, n_heads=2, d_ff=16, n_layers=2, vocab_size=9, max_len=8, dropout=0.0)
    return Transformer(config, torch.Generator().manual_seed(0)).eval()


IDS = torch.tensor([[1, 2, 3, 4]])


def test_pytorch_34537_weights_are_kept_head_by_head(model):
    """pytorch/pytorch#34537, #47583, fairseq#3365: by default the heads' weights were averaged into one."""
    weights = model.trace(IDS, IDS).encoder[0].self_attn.weights
    assert weights.shape == (1, 2, 4, 4) and not torch.allclose(weights[:, 0], weights[:, 1])
    torch.testing.assert_close(weights.sum(-1), torch.ones(1, 2, 4))


@pytest.fixture
def new_tensors():
    """A function that counts the tensors which have come into being and still live."""
    gc.collect()
    gc.freeze()  # what is there already is left out of the count

    def count() -> int:
        gc.collect()
        return sum(1 for thing in gc.get_objects() if issubclass(type(thing), torch.Tensor))

    yield count
    gc.unfreeze()


def test_transformer_lens_290_a_hundred_traces_leave_nothing_behind(model, new_tensors):
    """TransformerLens#290, #1323, #1636: memory held after the activations went out of scope."""
    for _ in range(100):
        model.trace(IDS, IDS)
    assert new_tensors() == 0
    held = model.trace(IDS, IDS)  # the count does see what is held
    assert new_tensors() > 80 and held.logits.isfinite().all()


def test_transformer_lens_156_a_trace_that_fails_leaves_no_hook_and_no_record(model, new_tensors):
    """TransformerLens#156, #1323, #1636: hooks stayed on the model after an exception."""
    attributes = [set(vars(module)) for module in model.modules()]
    for _ in range(10):
        with pytest.raises(ValueError, match="vocabulary"):
            model.trace(IDS, torch.tensor([[99]]))
    assert new_tensors() == 0
    for module, names in zip(model.modules(), attributes, strict=True):
        assert set(vars(module)) == names
        assert not module._forward_hooks and not module._forward_pre_hooks and not module._backward_hooks


def test_annotated_transformer_attention_is_no_attribute_of_a_module_that_sessions_share(model):
    """harvardnlp/annotated-transformer, labml: `self.attn` belongs to whoever came last and keeps the graph alive."""
    first = model.trace(IDS, IDS)
    weights = first.encoder[0].self_attn.weights.clone()
    attributes = [dict(vars(module)) for module in model.modules()]
    model.trace(IDS.flip(1), IDS)
    assert torch.equal(first.encoder[0].self_attn.weights, weights)
    for module, names in zip(model.modules(), attributes, strict=True):
        assert vars(module) == names


def test_sdpa_dropout_is_off_in_eval_mode():
    """pytorch/pytorch#124464, #99293, vjepa2#160, bark#662, torchtune#1791: attention dropout ignored eval()."""
    config = ModelConfig(d_model=8, n_heads=2, d_ff=16, n_layers=2, vocab_size=9, max_len=8, dropout=0.9)
    for kind, arguments in ((Transformer, (IDS, IDS)), (Encoder, (IDS,))):
        model = kind(config, torch.Generator().manual_seed(0))
        torch.manual_seed(0)
        assert not torch.equal(model.train()(*arguments), model(*arguments))
        still = kind(ModelConfig(**vars(config) | {"dropout": 0.0}), torch.Generator().manual_seed(0))
        assert torch.equal(model.eval()(*arguments), still(*arguments))  # and nothing is scaled by 1 / (1 - p)


def test_pytorch_25071_two_generators_of_different_seed_differ_and_the_global_one_has_no_say():
    """pytorch/pytorch#25071: every fresh torch.Generator() has the seed 67280421310721."""
    assert torch.Generator().initial_seed() == torch.Generator().initial_seed() == 67280421310721
    config = ModelConfig(d_model=8, n_heads=2, d_ff=16, n_layers=1, vocab_size=9, max_len=8, positions="learned")

    def start(seed, global_seed):
        torch.manual_seed(global_seed)
        model = Encoder(config, torch.Generator().manual_seed(seed))
        return torch.cat([p.flatten() for p in model.parameters()])

    assert torch.equal(start(1, 5), start(1, 6)) and not torch.equal(start(1, 5), start(2, 5))
