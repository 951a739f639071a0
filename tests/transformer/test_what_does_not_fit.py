"""What does not fit is refused with a sentence, and what has no batch axis where none is needed is computed right."""

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from core.transformer import (
    DecoderLayer,
    Encoder,
    EncoderLayer,
    KVCache,
    ModelConfig,
    MultiHeadAttention,
    Transformer,
    attention,
    causal_mask,
    combine_masks,
    padding_mask,
)

CONFIG = ModelConfig(
    d_model=12, n_heads=3, d_ff=20, n_layers=2, vocab_size=11, max_len=8, dropout=0.0, norm_place="pre"
)


def randn(*shape, seed=0):
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed))


# --- no batch axis ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("length", [1, 2, 3, 5])  # 3 is the number of heads: swapped axes would still fit
def test_layers_take_a_sequence_without_a_batch_axis(length):
    x, source = randn(length, 12), randn(4, 12, seed=1)
    heads, encoder, decoder = MultiHeadAttention(CONFIG), EncoderLayer(CONFIG).eval(), DecoderLayer(CONFIG).eval()
    mask, pairs = causal_mask(length), decoder.cross_attn.keys_values
    for function, *inputs in (
        (lambda x: heads(x, mask=mask), x),
        (heads, x, source),
        (encoder, x),
        (lambda x: encoder(x, mask), x),
        (lambda x, y: decoder(x, pairs(y), mask), x, source),
    ):
        batched = function(*(one[None] for one in inputs))[0]
        torch.testing.assert_close(function(*inputs), batched, rtol=0, atol=1e-6)


@pytest.mark.parametrize("shape", [(), (3,), (1, 1, 3)], ids=str)
def test_ids_without_a_batch_axis_are_refused_everywhere(shape):
    ids, good = torch.ones(shape, dtype=torch.long), torch.ones(1, 3, dtype=torch.long)
    model, cache = Transformer(CONFIG), KVCache(CONFIG, 1)
    memory = model.encode(good)
    for call in (
        lambda: model(ids, good),
        lambda: model(good, ids),
        lambda: model.decode(ids, memory),
        lambda: model.decode(ids, memory, cache=cache),
        lambda: Encoder(CONFIG)(ids),
        lambda: padding_mask(ids, 0),
    ):
        with pytest.raises(ValueError, match=r"\[batch, length\]"):
            call()
    assert cache.length == 0


@pytest.mark.parametrize("shape", [(4, 12), (3, 4, 12), (1, 1, 4, 12)], ids=str)
def test_a_memory_of_another_batch_or_of_none_is_refused(shape):
    with pytest.raises(ValueError, match="memory of shape"):
        Transformer(CONFIG).decode(torch.ones(2, 3, dtype=torch.long), torch.zeros(shape))


@pytest.mark.parametrize("shape", [(1, 12), (1, 1, 12), (4, 1, 12), (2, 9, 12)], ids=str)
def test_rows_that_a_cache_has_no_place_for_are_refused_and_leave_it_as_it_was(shape):
    layer, cache = MultiHeadAttention(CONFIG), KVCache(CONFIG, 2)
    with pytest.raises(ValueError, match="does not fit"):
        layer(randn(*shape), cache=cache.layer(0))
    assert not cache.keys.any()


def test_a_full_cache_takes_no_further_row_at_any_level():
    layer, cache = MultiHeadAttention(CONFIG), KVCache(CONFIG, 1)
    cache.length = 8
    with pytest.raises(ValueError, match="after 8 tokens"):
        layer(randn(1, 1, 12), cache=cache.layer(0))


# --- masks ------------------------------------------------------------------------------------------------------------

axes = st.lists(st.sampled_from([1, 2, 3, 4, 5]), max_size=5).map(tuple)


@settings(deadline=None, max_examples=300)
@given(axes)
def test_a_mask_is_taken_exactly_when_it_says_what_its_axes_are_and_leaves_the_scores_their_shape(shape):
    b, h, t, s = 2, 3, 4, 5
    q, k = randn(b, h, t, 6), randn(b, h, s, 6, seed=1)
    fits = all(n in (1, want) for n, want in zip(shape[::-1], (s, t, h, b), strict=False)) and len(shape) in (
        0,
        1,
        2,
        4,
    )
    mask = torch.ones(shape, dtype=torch.bool)
    if fits:
        out = attention(q, k, k, mask)
        assert out.scores.shape == (b, h, t, s)
        torch.testing.assert_close(out.out, attention(q, k, k).out)
    else:
        with pytest.raises(ValueError, match="mask of shape"):
            attention(q, k, k, mask)


def test_a_mask_as_deep_as_the_scores_may_have_three_axes():
    q, k = randn(3, 4, 6), randn(3, 5, 6, seed=1)
    mask = randn(3, 4, 5, seed=2) > 0
    assert torch.equal(attention(q, k, k, mask).weights > 0, mask)


@pytest.mark.parametrize("pad_id", [None, 0])
@pytest.mark.parametrize(
    "shape", [(3, 1, 1, 5), (3, 5, 5), (1, 5, 5), (2, 1, 5), (1, 3, 1, 1, 5), (4, 5), (7,)], ids=str
)
def test_masks_that_do_not_belong_are_refused_by_every_model(shape, pad_id):
    """[3, 1, 1, 5] gave three outputs for one sentence; [B, T, T] with as many sentences as heads was read per head."""
    config = ModelConfig(**{**vars(CONFIG), "pad_id": pad_id})
    ids, mask = torch.ones(2, 5, dtype=torch.long), torch.ones(shape, dtype=torch.bool)
    model, encoder = Transformer(config), Encoder(config)
    for call in (
        lambda: encoder(ids, mask),
        lambda: model(ids, ids, source_mask=mask),
        lambda: model(ids, ids, target_mask=mask),
        lambda: model(ids, ids, memory_mask=mask),
        lambda: model.trace(ids, ids, memory_mask=mask),
    ):
        with pytest.raises(ValueError, match="mask"):
            call()


def test_masks_of_three_and_of_four_axes_are_not_combined():
    """With as many sentences as heads the result would have looked like a mask of its own for each head."""
    with pytest.raises(ValueError, match="differ in what their axes are"):
        combine_masks(torch.ones(3, 5, 5, dtype=torch.bool), torch.ones(3, 1, 1, 5, dtype=torch.bool))
    with pytest.raises(ValueError, match="do not fit together"):
        combine_masks(causal_mask(3), causal_mask(4))
    assert combine_masks(causal_mask(5), torch.ones(3, 5, 5, dtype=torch.bool)).shape == (3, 5, 5)


# --- half precision ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [40.0, 100.0, 65504.0])
@pytest.mark.parametrize("keys", [1, 64])
def test_float16_stays_finite_whatever_is_in_it(size, keys):
    signs = torch.where(randn(keys, 64) > 0, 1.0, -1.0)
    q, k = torch.full((2, 64), size, dtype=torch.float16), (size * signs).half()
    out = attention(q, k, k)
    assert all(part.isfinite().all() for part in out)
    assert out.out.dtype == out.weights.dtype == torch.float16 and out.scores.dtype == torch.float32
    torch.testing.assert_close(out.scores, q.float() @ k.float().T / 8, rtol=1e-6, atol=0)
    best = (signs @ torch.ones(64)).argmax()
    assert out.weights[0, best] > 0


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_half_precision_is_float64_but_for_the_last_rounding(dtype):
    q, k, v = (randn(*shape, seed=seed).to(dtype) for seed, shape in enumerate([(5, 16), (7, 16), (7, 3)]))
    half, exact = (
        attention(q, k, v, causal_mask(5, 7)),
        attention(q.double(), k.double(), v.double(), causal_mask(5, 7)),
    )
    torch.testing.assert_close(half.out, exact.out.to(dtype), rtol=torch.finfo(dtype).eps, atol=1e-6)


# --- the global generator ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [Transformer, Encoder])
@pytest.mark.parametrize("positions", ["sinusoidal", "learned"])
def test_a_model_with_a_generator_leaves_the_global_one_alone(kind, positions):
    config = ModelConfig(**{**vars(CONFIG), "positions": positions, "tie_embeddings": False})
    before = torch.get_rng_state()
    models = [kind(config, torch.Generator().manual_seed(3))]
    assert torch.equal(torch.get_rng_state(), before)
    torch.manual_seed(99)
    models.append(kind(config, torch.Generator().manual_seed(3)))
    assert all(torch.equal(a, b) for a, b in zip(*(m.state_dict().values() for m in models), strict=True))
    torch.set_rng_state(before)
    kind(config)
    assert not torch.equal(torch.get_rng_state(), before), "without one of its own, it is the global one that is asked"


# --- messages ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [30_000_001, 2**61 - 1, 10**30 + 1])
def test_a_wrong_number_of_heads_is_refused_before_anybody_waits(width):
    """Trying every number up to the width took nine seconds for the first, and would not end for the others."""
    with pytest.raises(ValueError, match=f"n_heads=7 does not divide d_model={width}; allowed"):
        ModelConfig(d_model=width, n_heads=7)


# --- caches -----------------------------------------------------------------------------------------------------------


class CacheAgainstWholePasses(RuleBasedStateMachine):
    """Any order of steps, choices and refusals: what a cache gives is what a pass over everything gives, in float64."""

    @initialize(seed=st.integers(0, 1000), batch=st.integers(1, 3), room=st.integers(1, 8))
    def start(self, seed, batch, room):
        self.generator = torch.Generator().manual_seed(seed)
        self.model = Transformer(CONFIG, self.generator).double().eval()
        self.source, self.target = self.ids(batch, 4), torch.empty(batch, 0, dtype=torch.long)
        self.memory = self.model.encode(self.source)
        self.cache = KVCache(CONFIG, batch, room, dtype=torch.float64)

    def ids(self, batch, length):
        return torch.randint(11, (batch, length), generator=self.generator)

    @rule(tokens=st.integers(1, 4), copied=st.booleans())
    def feed(self, tokens, copied):
        new = self.ids(len(self.source), tokens)
        memory = self.memory.clone() if copied else self.memory
        if self.cache.length + tokens > self.cache.max_len:
            self.refused(new, memory, "do not fit")
            return
        step = self.model.decode(new, memory, cache=self.cache)
        self.target = torch.cat([self.target, new], 1)
        whole = self.model(self.source, self.target)[:, -tokens:]
        torch.testing.assert_close(step, whole, rtol=0, atol=1e-12)

    @rule(rows=st.lists(st.integers(0, 2), min_size=1, max_size=4))
    def select(self, rows):
        rows = torch.tensor(rows) % len(self.source)
        self.cache.select(rows)
        self.source, self.target, self.memory = self.source[rows], self.target[rows], self.memory[rows]

    @precondition(lambda self: 0 < self.cache.length < self.cache.max_len)
    @rule(length=st.integers(3, 5))
    def another_memory(self, length):
        other = self.model.encode(self.ids(len(self.source), length))
        if other.shape != self.memory.shape or not torch.equal(other, self.memory):
            self.refused(self.ids(len(self.source), 1), other, "another memory")

    @rule()
    def another_batch(self):
        self.refused(self.ids(len(self.source) + 1, 1), self.memory[:1], "cannot take a batch")

    @rule()
    def no_batch_axis(self):
        self.refused(self.ids(1, 1)[0], self.memory, r"\[batch, length\]")

    def refused(self, ids, memory, words):
        kept = self.cache.keys.clone(), self.cache.length
        with pytest.raises(ValueError, match=words):
            self.model.decode(ids, memory, cache=self.cache)
        assert torch.equal(self.cache.keys, kept[0]) and self.cache.length == kept[1] == self.target.shape[1]


TestCacheAgainstWholePasses = CacheAgainstWholePasses.TestCase
TestCacheAgainstWholePasses.settings = settings(max_examples=25, stateful_step_count=12, deadline=None)


def test_one_memory_may_serve_a_whole_batch_and_its_copies_are_known(small_config, build, random_ids):
    model, source = build(small_config()), random_ids(1, 5)
    memory = model.encode(source)
    for first, later in ((memory, memory.expand(3, -1, -1)), (memory.repeat(3, 1, 1), memory)):
        cache = KVCache(model.config, 3)
        for t, given_memory in enumerate((first, later, first)):
            step = model.decode(random_ids(3, 1, seed=t), given_memory, cache=cache)
        target = torch.cat([random_ids(3, 1, seed=t) for t in range(3)], 1)
        torch.testing.assert_close(step, model(source.expand(3, -1), target)[:, -1:])


def test_the_same_memory_is_known_without_reading_it(small_config, build, random_ids, monkeypatch):
    """On a GPU, reading means waiting."""
    model = build(small_config())
    memory, cache = model.encode(random_ids(1, 5)), KVCache(model.config, 1)
    monkeypatch.setattr(torch, "equal", lambda *_: pytest.fail("the values were compared"))
    for t in range(3):
        model.decode(random_ids(1, 1, seed=t), memory, cache=cache)
