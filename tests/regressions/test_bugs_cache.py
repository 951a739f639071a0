"""Public bugs of KV caches and of the positions that go with them, and the cases KV-01 and KV-02."""

import pytest
import torch

from core.decoding import beam_search, generate
from core.transformer import KVCache, ModelConfig, causal_mask
from tests.evidence import holds

EXACT = {"rtol": 0, "atol": 1e-12}
CONFIG = ModelConfig(
    d_model=16, n_heads=4, d_ff=32, n_layers=2, vocab_size=13, max_len=24, dropout=0.0, pad_id=0, bos_id=1
)


@pytest.fixture
def model(float64, build):
    return build(CONFIG, seed=1)


def ids(*shape, seed=0):
    return torch.randint(2, 13, shape, generator=torch.Generator().manual_seed(seed))


def cache_for(rows=1, max_len=None):
    return KVCache(CONFIG, rows, max_len, dtype=torch.float64)


@torch.inference_mode()
def greedy(model, source, prompt, steps, cache=None):
    """Greedy steps from a prompt: the tokens, and the logits of every step."""
    memory, target, logits = model.encode(source), prompt, []
    fresh = prompt
    for _ in range(steps):
        row = model.decode(target if cache is None else fresh, memory, cache=cache)[:, -1]
        logits.append(row)
        fresh = row.argmax(-1, keepdim=True)
        target = torch.cat([target, fresh], 1)
    return target[:, prompt.shape[1] :], torch.stack(logits, 1)


def test_kv_01_twelve_greedy_steps_are_the_same_with_and_without(model):
    """lucidrains/x-transformers#219, huggingface/candle#1517: the cache scrambled the logits."""
    source, prompt = ids(1, 6), ids(1, 3, seed=1)
    plain, cached = greedy(model, source, prompt, 12), greedy(model, source, prompt, 12, cache_for())
    assert torch.equal(plain[0], cached[0])
    torch.testing.assert_close(plain[1], cached[1], **EXACT)


@holds(
    "kv_cache",
    shows="that a wrong position shows in the logits",
    against="the right step: off by more than 0.05",
    within="",
)
@torch.inference_mode()
def test_kv_01_the_comparison_would_see_a_position_that_starts_again_at_0(model):
    """The same step with position 0 instead of 3 moves the logits by far more than the tolerance."""
    source, target, cache = ids(1, 6), ids(1, 4, seed=1), cache_for()
    memory = model.encode(source)
    right = model.decode(target, memory)[:, -1]
    model.decode(target[:, :3], memory, cache=cache)
    embed = model.target_embedding.forward
    model.target_embedding.forward = lambda x, offset: embed(x, offset=0)
    wrong = model.decode(target[:, 3:], memory, cache=cache)[:, -1]
    assert (wrong - right).abs().max() > 0.05


@torch.inference_mode()
def test_kv_02_prompt_a_then_b_then_a_again(model):
    """rasbt/LLMs-from-scratch#925 and pkg/…/kv_cache/gpt2.py: `self.current_pos` on the model, off by 1.28."""
    a, b, prompt = ids(1, 6), ids(1, 5, seed=1), ids(1, 3, seed=2)
    first = greedy(model, a, prompt, 5, cache_for())
    greedy(model, b, ids(1, 7, seed=3), 5, cache_for())
    again, plain = greedy(model, a, prompt, 5, cache_for()), greedy(model, a, prompt, 5)
    assert torch.equal(again[1], first[1])
    torch.testing.assert_close(plain[1], first[1], **EXACT)


@torch.inference_mode()
def test_kv_02_exactly_at_the_limit_and_one_token_more(model):
    """clankur/einygpt#2, huggingface/transformers#1749: block_size + 1 rows kept, or a crash inside an index."""
    source, cache = ids(1, 6), cache_for(max_len=4)
    memory = model.encode(source)
    target = ids(1, 5, seed=1)
    at_limit = model.decode(target[:, :4], memory, cache=cache)
    torch.testing.assert_close(at_limit, model.decode(target[:, :4], memory), **EXACT)
    assert cache.length == cache.max_len == 4 == cache.keys.shape[-2]
    with pytest.raises(ValueError, match="holds 4 of 4 tokens: 1 more do not fit"):
        model.decode(target[:, 4:], memory, cache=cache)
    assert cache.length == 4


def test_einygpt_2_generation_up_to_max_len_and_a_message_beyond(model):
    """The bos fills one of the 24 places, the last new token needs none of its own."""
    source = ids(2, 6)
    for use_cache in (True, False):
        assert generate(model, source, 24, use_cache=use_cache).shape == (2, 24)
        with pytest.raises(ValueError, match="24"):
            generate(model, source, 25, use_cache=use_cache)
    with pytest.raises(ValueError, match="24"):
        beam_search(model, source[:1], 25)


@torch.inference_mode()
@pytest.mark.parametrize("chunks", [(5, 4, 3), (3, 4, 5), (1,) * 12, (12,)], ids=str)
def test_x_transformers_219_unequal_chunks(model, chunks):
    """lucidrains/x-transformers#219, onnx/onnx#8054: every step and every chunk equals the full pass."""
    source, target, cache = ids(2, 6), ids(2, 12, seed=1), cache_for(2)
    memory, full, start = model.encode(source), model(source, target), 0
    for piece in target.split(chunks, 1):
        step = model.decode(piece, memory, cache=cache)
        torch.testing.assert_close(step, full[:, start : start + piece.shape[1]], **EXACT)
        start += piece.shape[1]


@torch.inference_mode()
def test_mlx_lm_93_and_tiny_llm_46_the_position_is_the_length_of_the_cache(model, monkeypatch):
    """ml-explore/mlx-lm#93: positions restarted at 0 for one new token. skyzh/tiny-llm#46: 6 became 12, not 7."""
    offsets, embed = [], model.target_embedding.forward
    monkeypatch.setattr(
        model.target_embedding, "forward", lambda x, offset: offsets.append((offset, x.shape[1])) or embed(x, offset)
    )
    cache, memory = cache_for(), model.encode(ids(1, 6))
    for n in (6, 1, 1, 3, 1):
        model.decode(ids(1, n), memory, cache=cache)
    assert offsets == [(0, 6), (6, 1), (7, 1), (8, 3), (11, 1)] and cache.length == 12


def test_onnx_8054_the_mask_of_a_chunk_counts_the_past():
    """onnx/onnx#8054: the offset was taken from past_key only."""
    assert causal_mask(3, 8)[0].tolist() == [True] * 6 + [False] * 2


@torch.inference_mode()
def test_nnsight_672_a_row_of_a_padded_batch_is_the_row_alone_at_every_cached_step(model):
    """unslothai/unsloth#3699, ndif-team/nnsight#672, tloen/alpaca-lora#315, huggingface/transformers#22707."""
    source, target = ids(3, 7), ids(3, 5, seed=1)
    source[1, 4:], source[2, 1:] = 0, 0
    cache, memory, rows = cache_for(3), model.encode(source), []
    for t in range(5):
        rows.append(model.decode(target[:, t : t + 1], memory, memory_mask=model.padding(source), cache=cache))
    batch = torch.cat(rows, 1)
    for row, length in enumerate((7, 4, 1)):
        alone = model(source[row : row + 1, :length], target[row : row + 1])
        torch.testing.assert_close(batch[row : row + 1], alone, **EXACT)


@pytest.mark.parametrize("use_cache", [True, False])
def test_nnsight_672_generation_does_not_depend_on_the_batch_mates(model, use_cache):
    """The same for whole generations: padding on the source changes no token."""
    source = ids(3, 7)
    source[1, 4:], source[2, 1:] = 0, 0
    batch = generate(model, source, 12, use_cache=use_cache)
    for row, length in enumerate((7, 4, 1)):
        assert torch.equal(
            batch[row : row + 1], generate(model, source[row : row + 1, :length], 12, use_cache=use_cache)
        )


def test_openvino_genai_4481_the_cache_is_bounded():
    """1bit-MONSTER#641, openvino.genai#4481: grew without bound. 2 · L · T · d · 4 bytes for a sequence of the base."""
    assert KVCache(ModelConfig(), batch=1, max_len=512).nbytes == 12_582_912
    with pytest.raises(ValueError, match="max_len=513"):
        KVCache(ModelConfig(), batch=1, max_len=513)


@pytest.mark.parametrize("n", [1, 2, 7, 20])
def test_toyllm_107_exactly_n_new_tokens(model, n):
    """ai-glimpse/toyllm#107: range(prompt_len, max_new_tokens) gave fewer."""
    for use_cache in (True, False):
        assert generate(model, ids(2, 6), n, use_cache=use_cache).shape == (2, n)
