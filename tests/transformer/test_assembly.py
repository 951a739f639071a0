"""The assembled models: embeddings, ids, masks for padding, weights that are shared, and how they start."""

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from core.transformer import (
    MICRO,
    Encoder,
    ModelConfig,
    Transformer,
    best_device,
    causal_mask,
    evaluating,
    padding_mask,
)
from tests.evidence import holds

EXACT = {"rtol": 0, "atol": 1e-12}
SMALL = {"d_model": 12, "n_heads": 3, "d_ff": 20, "n_layers": 2, "vocab_size": 11, "max_len": 16, "dropout": 0.0}


def test_tokens_are_scaled_by_the_root_of_the_width_and_positions_added(any_config, build, random_ids):
    model, ids = build(any_config), random_ids(2, 5)
    table, positions = model.source_embedding.tokens.weight, model.source_embedding.positions.table
    expected = table[ids] * any_config.d_model**0.5 + positions[:5]
    torch.testing.assert_close(model.source_embedding(ids), expected)
    later = (
        any_config.d_model**0.5 * model.target_embedding.tokens.weight[ids]
        + model.target_embedding.positions.table[3:8]
    )
    torch.testing.assert_close(model.target_embedding(ids, offset=3), later)


@holds(
    "architecture",
    says="One table, used in three places: it is counted once in the whole.",
    against="the weights of real models, with one table and with three",
)
def test_one_table_or_three(small_config, build):
    tied, untied = (build(small_config(tie_embeddings=tie)) for tie in (True, False))
    assert tied.source_embedding.tokens.weight is tied.target_embedding.tokens.weight is tied.output.weight
    sizes = [sum(p.numel() for p in model.parameters()) for model in (tied, untied)]
    assert sizes[1] - sizes[0] == 2 * 11 * 12
    encoder = build(small_config(), kind=Encoder)
    assert encoder.output.weight is encoder.embedding.tokens.weight


@pytest.mark.parametrize(
    ("ids", "message"),
    [
        ([[1, 11]], r"id 11 is not in the vocabulary \(0 … 10\)"),
        ([[-1, 2]], "id -1 is not in the vocabulary"),
        ([1, 2], r"\[batch, length\], both at least 1, not \[2\]"),
        ([[]], r"not \[1, 0\]"),
        ([[1] * 17], "17 tokens is over max_len=16"),
    ],
)
def test_wrong_ids_are_refused_on_either_side(small_config, build, random_ids, ids, message):
    model, good, bad = build(small_config()), random_ids(1, 3), torch.tensor(ids, dtype=torch.long)
    for pair in ((bad, good), (good, bad)):
        with pytest.raises(ValueError, match=message):
            model(*pair)


@pytest.mark.usefixtures("float64")
def test_a_row_of_a_padded_batch_equals_the_row_alone(any_config, build, random_ids):
    """Padding at the end of a source is hidden from every query of the encoder and of the decoder."""
    config = ModelConfig(**vars(any_config) | {"pad_id": 0})
    model, source, target = build(config), random_ids(3, 6), random_ids(3, 4, seed=1)
    lengths = (6, 4, 1)
    for row, length in enumerate(lengths):
        source[row, length:] = 0
    batch = model(source, target)
    for row, length in enumerate(lengths):
        alone = model(source[row : row + 1, :length], target[row : row + 1])
        torch.testing.assert_close(batch[row : row + 1], alone, **EXACT)
    unmasked = Transformer(any_config).eval()
    unmasked.load_state_dict(model.state_dict())
    assert not torch.allclose(unmasked(source, target)[1:], batch[1:])  # without the mask it is seen


@settings(deadline=None, max_examples=20)
@given(st.lists(st.integers(0, 10), min_size=3, max_size=3), st.booleans())
def test_whatever_stands_in_hidden_places_changes_nothing(junk, pre):
    config = ModelConfig(**SMALL, norm_place="pre" if pre else "post")
    model = Transformer(config, torch.Generator().manual_seed(0)).eval()
    source = torch.tensor([[3, 4, 5, 1, 1, 1]])
    mask = torch.tensor([True, True, True, False, False, False]).view(1, 1, 1, 6)
    target, changed = torch.tensor([[0, 7, 8]]), source.clone()
    changed[0, 3:] = torch.tensor(junk)
    assert torch.equal(model(source, target, source_mask=mask), model(changed, target, source_mask=mask))


@pytest.mark.parametrize("shape", [(5,), (1, 5), (1, 1, 1, 5)])
def test_a_padding_mask_for_the_source_hides_it_from_cross_attention_too(small_config, build, random_ids, shape):
    model, source, target = build(small_config()), random_ids(1, 5), random_ids(1, 3, seed=1)
    keep = torch.tensor([True, True, True, False, False]).view(shape)
    trace = model.trace(source, target, source_mask=keep)
    assert not trace.decoder[0].cross_attn.weights[..., 3:].any()
    torch.testing.assert_close(trace.logits, model(source[:, :3], target))


def test_a_memory_mask_of_its_own_comes_first(small_config, build, random_ids):
    model, source, target = build(small_config()), random_ids(1, 5), random_ids(1, 3, seed=1)
    only_first = torch.tensor([True, False, False, False, False])
    trace = model.trace(source, target, memory_mask=only_first)
    assert (trace.decoder[1].cross_attn.weights[..., 0] == 1).all()
    assert (trace.encoder[1].self_attn.weights > 0).all()


def test_padding_at_the_end_of_a_target_is_hidden_by_causality(small_config, build, random_ids):
    model, source, target = build(small_config(pad_id=0)), random_ids(1, 5), random_ids(1, 4, seed=1)
    padded = torch.cat([target, torch.zeros(1, 3, dtype=torch.long)], 1)
    torch.testing.assert_close(model(source, padded)[:, :4], model(source, target))


def test_every_token_of_a_source_may_be_padding(small_config, build, random_ids):
    model, target = build(small_config(pad_id=0)), random_ids(2, 3)
    source = torch.tensor([[0, 0, 0], [1, 2, 3]])
    trace = model.trace(source, target)
    assert trace.logits.isfinite().all() and not trace.decoder[0].cross_attn.weights[0].any()
    torch.testing.assert_close(trace.logits[1:], model(source[1:], target[1:]))


def test_the_encoder_takes_any_mask(small_config, build, random_ids):
    model, ids = build(small_config(), kind=Encoder), random_ids(2, 5)
    causal = model(ids, causal_mask(5))
    for t in range(1, 6):
        torch.testing.assert_close(causal[:, t - 1], model(ids[:, :t], causal_mask(t))[:, -1])
    assert not torch.allclose(causal[:, 0], model(ids)[:, 0])


def test_the_encoder_hides_padding(small_config, build, random_ids):
    model, ids = build(small_config(pad_id=0), kind=Encoder), random_ids(2, 5)
    ids[1, 3:] = 0
    torch.testing.assert_close(model(ids)[1:, :3], model(ids[1:, :3]))
    plain = build(small_config(), kind=Encoder)
    torch.testing.assert_close(plain(ids, padding_mask(ids, 0))[1:, :3], model(ids)[1:, :3])


def test_the_same_generator_state_gives_the_same_model():
    def state(seed, global_seed):
        torch.manual_seed(global_seed)
        return Transformer(MICRO, torch.Generator().manual_seed(seed)).state_dict()

    one, two, other = state(3, 0), state(3, 1), state(4, 0)
    assert all(torch.equal(one[name], two[name]) for name in one)
    assert any(not torch.equal(one[name], other[name]) for name in one)


def test_the_start_is_as_documented():
    model = Transformer(ModelConfig(vocab_size=2000, n_layers=1, positions="learned"), torch.Generator().manual_seed(0))
    tokens, positions = model.source_embedding.tokens.weight, model.source_embedding.positions.table
    assert tokens.norm(dim=1).mean().item() == pytest.approx(1, abs=0.01)
    assert positions.std().item() == pytest.approx(0.5, abs=0.01)
    fc1 = model.encoder.layers[0].feed_forward.fc1
    assert fc1.weight.abs().max().item() == pytest.approx((6 / (512 + 2048)) ** 0.5, rel=1e-3) and not fc1.bias.any()


def test_evaluating_gives_the_mode_back_even_after_an_error(small_config):
    model = Transformer(small_config(dropout=0.5)).train()
    with pytest.raises(KeyError), evaluating(model) as inside:
        assert inside is model and not model.training and not model.decoder.layers[0].dropout.training
        assert torch.is_inference_mode_enabled()
        raise KeyError
    assert model.training and model.decoder.layers[0].dropout.training


def test_a_shared_model_in_eval_mode_is_not_written_to(small_config, monkeypatch):
    model = Transformer(small_config()).eval()
    monkeypatch.setattr(model, "train", lambda *_: pytest.fail("a shared model was written to"))
    with evaluating(model):
        assert not model.training


def test_torch_runs_on_one_thread_and_the_device_is_one_it_knows():
    assert torch.get_num_threads() == 1
    assert torch.ones(1, device=best_device()).item() == 1
