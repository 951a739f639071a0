"""The bounded cache: what it holds, what it refuses, and that it changes no logit."""

import pytest
import torch

from core.transformer import PAPER_BASE, KVCache, ModelConfig
from tests.evidence import holds

EXACT = {"rtol": 0, "atol": 1e-12}


def test_bytes_of_the_base_model_at_512_tokens():
    cache = KVCache(PAPER_BASE, batch=1, max_len=512)
    assert cache.nbytes == 2 * 6 * 512 * 512 * 4 == 12_582_912
    assert (cache.length, cache.cross_nbytes, cache.max_len) == (0, 0, 512)
    assert KVCache(PAPER_BASE, batch=3, max_len=256, dtype=torch.float16).nbytes == 12_582_912 * 3 // 4


@pytest.mark.parametrize("sizes", [{"batch": 0}, {"batch": 1, "max_len": 0}, {"batch": 1, "max_len": 17}])
def test_impossible_sizes_are_refused(small_config, sizes):
    with pytest.raises(ValueError, match="between 1 and 16"):
        KVCache(small_config(), **sizes)


@holds(
    "kv_cache",
    says="The logits differ in the last digits",
    against="the logits without a cache, in float64",
    within="1e-12",
)
@torch.inference_mode()
@pytest.mark.usefixtures("float64")
def test_cached_logits_are_the_uncached_ones_at_every_step(any_config, build, random_ids):
    model, source, target = build(any_config), random_ids(2, 5), random_ids(2, 5, seed=1)
    memory, cache = model.encode(source), KVCache(any_config, batch=2)
    for t in range(5):
        step = model.decode(target[:, t : t + 1], memory, cache=cache)
        full = model(source, target[:, : t + 1])[:, -1:]
        torch.testing.assert_close(step, full, **EXACT)
        assert cache.length == t + 1


@torch.inference_mode()
@pytest.mark.usefixtures("float64")
@pytest.mark.parametrize("chunks", [(5, 4, 3), (1, 11), (11, 1), (12,), (2,) * 6], ids=str)
@pytest.mark.parametrize("place", ["post", "pre"])
def test_unequal_chunks_give_the_same_logits(small_config, build, random_ids, chunks, place):
    config = small_config(norm_place=place, pad_id=0)
    model, source, target = build(config), random_ids(2, 5), random_ids(2, 12, seed=1)
    source[1, 3:] = 0
    memory, cache, outputs = model.encode(source), KVCache(config, batch=2), []
    for piece in target.split(chunks, dim=1):
        outputs.append(model.decode(piece, memory, memory_mask=model.padding(source), cache=cache))
    torch.testing.assert_close(torch.cat(outputs, 1), model(source, target), **EXACT)


@holds(
    "kv_cache",
    says=(
        "The decoder also looks across into the source, whose tokens never change. Their keys and values are "
        "made at the first step and held from then on"
    ),
    against="the calls of the projection, counted: one a layer",
)
@torch.inference_mode()
def test_cross_pairs_are_computed_once_per_source(small_config, build, random_ids, monkeypatch):
    config = small_config(n_layers=3)
    model, source, target = build(config), random_ids(1, 5), random_ids(1, 6, seed=1)
    calls = []
    for layer in model.decoder.layers:
        k_proj = layer.cross_attn.k_proj
        monkeypatch.setattr(k_proj, "forward", lambda x, run=k_proj.forward: calls.append(x.shape) or run(x))
    memory, cache = model.encode(source), KVCache(config, batch=1)
    for t in range(6):
        model.decode(target[:, t : t + 1], memory, cache=cache)
    assert calls == [(1, 5, 12)] * 3  # one per layer, not one per step
    assert cache.cross_nbytes == 2 * 3 * 5 * 12 * 4
    for t in range(6):
        model.decode(target[:, : t + 1], memory)
    assert len(calls) == 3 + 3 * 6  # the count sees it when they are not kept


@torch.inference_mode()
def test_a_token_too_many_is_refused_and_nothing_changes(small_config, build, random_ids):
    model, source, target = build(small_config()), random_ids(1, 5), random_ids(1, 9)
    memory, cache = model.encode(source), KVCache(small_config(), batch=1, max_len=8)
    model.decode(target[:, :6], memory, cache=cache)
    keys = cache.keys.clone()
    with pytest.raises(ValueError, match="holds 6 of 8 tokens: 3 more do not fit"):
        model.decode(target[:, 6:9], memory, cache=cache)
    assert cache.length == 6 and torch.equal(cache.keys, keys)
    step = model.decode(target[:, 6:8], memory, cache=cache)  # what fits still goes in
    torch.testing.assert_close(step, model(source, target[:, :8])[:, 6:])


def test_another_batch_is_refused(small_config, build, random_ids):
    model, cache = build(small_config()), KVCache(small_config(), batch=2)
    with pytest.raises(ValueError, match="batch of 2 cannot take a batch of 3"):
        model.decode(random_ids(3, 1), model.encode(random_ids(3, 4)), cache=cache)


@torch.inference_mode()
@pytest.mark.usefixtures("float64")
def test_select_continues_from_copies_of_the_chosen_rows(small_config, build, random_ids):
    config = small_config()
    model, source, target = build(config), random_ids(3, 5), random_ids(3, 4, seed=1)
    rows = torch.tensor([2, 0, 2, 2])
    cache, memory = KVCache(config, batch=3), model.encode(source)
    model.decode(target, memory, cache=cache)
    cache.select(rows)
    new = random_ids(4, 1, seed=2)  # two copies of row 2 go on differently
    step = model.decode(new, memory[rows], cache=cache)
    full = model(source[rows], torch.cat([target[rows], new], 1))[:, -1:]
    torch.testing.assert_close(step, full, **EXACT)
    assert cache.keys.shape[1] == 4 and cache.length == 5


def test_the_buffers_are_made_once_and_never_grow(small_config, build, random_ids):
    model, cache = build(small_config()), KVCache(small_config(), batch=1)
    before = (cache.keys.data_ptr(), cache.values.data_ptr(), cache.nbytes)
    with torch.inference_mode():
        memory = model.encode(random_ids(1, 5))
        for t in range(16):
            model.decode(random_ids(1, 1, seed=t), memory, cache=cache)
    assert (cache.keys.data_ptr(), cache.values.data_ptr(), cache.nbytes) == before
    assert cache.length == cache.max_len == 16


def test_a_head_size_of_its_own_decides_the_width():
    config = ModelConfig(d_model=8, n_heads=2, head_size=3, n_layers=1, max_len=4)
    assert KVCache(config, batch=1).keys.shape == (1, 1, 2, 4, 3)
