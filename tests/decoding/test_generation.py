"""Generation: the loop by hand, the rules, the seed, the end of a row."""

from itertools import pairwise

import pytest
import torch

from core.decoding import choose, decoding_steps, filter_logits, generate, next_token_logits
from core.transformer import Lesion, Transformer
from tests.evidence import holds


def seeded(seed=0):
    return torch.Generator().manual_seed(seed)


@pytest.fixture(scope="module")
def model(small_config, build):
    return build(small_config(pad_id=0, bos_id=1, vocab_size=11), seed=3)


@pytest.fixture(scope="module")
def ending_model(small_config, build):
    """A model whose rows end at different steps."""
    return build(small_config(pad_id=0, bos_id=1, eos_id=2, vocab_size=11, max_len=16), seed=5)


def by_hand(model, source, n):
    target = torch.full((len(source), 1), model.config.bos_id)
    for _ in range(n):
        target = torch.cat([target, model(source, target)[:, -1].argmax(-1, keepdim=True)], 1)
    return target[:, 1:]


@holds(
    "kv_cache",
    says="takes one, puts it at the end of the context, and begins again",
    against="a loop of four lines that sends the whole context through the model each time",
)
@holds(
    "sampling",
    says="**Greedy** takes the most probable token each time.",
    against="a loop of four lines that sends the whole context through the model each time",
)
@pytest.mark.parametrize("use_cache", [True, False])
def test_greedy_is_the_argmax_again_and_again(model, random_ids, use_cache):
    source = random_ids(3, 6)
    assert torch.equal(generate(model, source, 10, use_cache=use_cache), by_hand(model, source, 10))


def test_the_cache_changes_no_token_and_no_logit(any_config, build, random_ids):
    model, source = build(any_config), random_ids(2, 5)
    rules = {"temperature": 1.5, "top_k": 5, "top_p": 0.9}
    runs = [
        list(decoding_steps(model, source, 5, generator=seeded(1), use_cache=use_cache, **rules))
        for use_cache in (True, False)
    ]
    for cached, plain in zip(*runs, strict=True):
        assert torch.equal(cached.tokens, plain.tokens)
        torch.testing.assert_close(cached.logits, plain.logits, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("n", [1, 5, 16])
def test_exactly_n_new_ids_without_the_bos(model, random_ids, n):
    assert generate(model, random_ids(2, 4), n).shape == (2, n)


def test_the_same_seed_gives_the_same_tokens_whatever_the_global_one_is(model, random_ids):
    def run(seed, global_seed=0):
        torch.manual_seed(global_seed)
        return generate(model, random_ids(4, 5), 12, temperature=2.0, generator=seeded(seed))

    assert torch.equal(run(1), run(1, global_seed=9)) and not torch.equal(run(1), run(2))


def test_without_a_generator_it_is_repeatable_and_the_global_state_is_left_alone(model, random_ids):
    source = random_ids(2, 5)
    before = torch.get_rng_state()
    runs = [generate(model, source, 8, temperature=1.0) for _ in range(2)]
    assert torch.equal(*runs) and torch.equal(torch.get_rng_state(), before)


def test_a_generator_moves_on_from_call_to_call(model, random_ids):
    generator = seeded(0)
    runs = [generate(model, random_ids(3, 5), 12, temperature=2.0, generator=generator) for _ in range(2)]
    assert not torch.equal(*runs)


@pytest.mark.parametrize("n", [1, 4, 11])
def test_a_shorter_run_is_the_beginning_of_a_longer_one(model, random_ids, n):
    source = random_ids(3, 5)
    runs = [generate(model, source, steps, temperature=1.5, generator=seeded(4)) for steps in (n, 12)]
    assert torch.equal(runs[0], runs[1][:, :n])


@pytest.mark.parametrize("rules", [{"top_k": 1}, {"top_p": 0.0}, {"top_p": 1e-9}], ids=str)
def test_rules_that_leave_one_token_are_greedy(model, random_ids, rules):
    source = random_ids(3, 6)
    sampled = generate(model, source, 8, temperature=1.0, generator=seeded(3), **rules)
    assert torch.equal(sampled, generate(model, source, 8))


def test_only_what_the_rules_keep_is_drawn_and_the_stages_are_those_of_filter_logits(model, random_ids):
    rules = {"temperature": 1.5, "top_k": 4, "top_p": 0.7}
    dropped = 0
    for step in decoding_steps(model, random_ids(20, 5), 8, generator=seeded(0), **rules):
        assert torch.equal(step.stages.top_p, filter_logits(step.logits, **rules).top_p)
        assert (step.stages.top_p.gather(1, step.tokens[:, None]) > 0).all()
        dropped += (step.stages.top_p == 0).sum()
    assert dropped >= 20 * 8 * 7  # at most 4 of 11 are kept


@holds(
    "sampling",
    says="**Sampling** draws each one by the rules above.",
    against="the shares of 4,000 tokens that are drawn",
    within="what chance allows in 999 of 1,000 seeds",
)
def test_tokens_come_as_often_as_the_rules_say(model, random_ids):
    source = random_ids(1, 5).expand(4000, -1)
    step = next(decoding_steps(model, source, 1, temperature=1.5, top_k=5, generator=seeded(0)))
    expected = step.stages.top_p[0] * 4000
    counts = torch.bincount(step.tokens, minlength=11)
    kept = expected > 0
    assert kept.sum() == 5 and not counts[~kept].any()
    chi_square = ((counts - expected)[kept].square() / expected[kept]).sum()
    assert chi_square < 18.5  # 4 degrees of freedom: once in a thousand seeds


@pytest.mark.parametrize(
    ("chance", "token"), [(0.0, 1), (0.2499, 1), (0.25, 3), (0.7499, 3), (0.75, 4), (1 - 2**-53, 4)]
)
def test_choose_never_takes_what_has_no_probability(chance, token):
    probabilities = torch.tensor([[0.0, 0.25, 0.0, 0.5, 0.25, 0.0]], dtype=torch.float64)
    assert choose(probabilities, torch.tensor([chance], dtype=torch.float64)).item() == token


@pytest.mark.parametrize("use_cache", [True, False])
def test_a_row_is_frozen_on_padding_after_its_end(ending_model, random_ids, use_cache):
    source = random_ids(12, 5)
    ids = generate(ending_model, source, 16, temperature=1.0, generator=seeded(0), use_cache=use_cache)
    ends = (ids == 2).int().argmax(1)
    ended = (ids == 2).any(1)
    assert len(set(ends[ended].tolist())) > 2  # they end at different steps
    for row in range(12):
        if ended[row]:
            assert not ids[row, ends[row] + 1 :].any()  # 0, the padding, and nothing else
    assert (ids == 2).sum(1).max() == 1


def test_it_stops_when_every_row_has_ended(ending_model, random_ids):
    source = random_ids(1, 5)
    ids = generate(ending_model, source, 16, temperature=4.0, generator=seeded(7))
    assert ids.shape[1] < 16 and ids[0, -1] == 2
    steps = list(decoding_steps(ending_model, source, 16, temperature=4.0, generator=seeded(7)))
    assert [step.ended.item() for step in steps] == [False] * (len(steps) - 1) + [True]
    many = decoding_steps(ending_model, random_ids(9, 5), 16, temperature=4.0, generator=seeded(7))
    assert all((later.ended >= earlier.ended).all() for earlier, later in pairwise(many))


def test_without_a_padding_id_a_row_is_frozen_on_its_end(small_config, build, random_ids):
    model = build(small_config(bos_id=1, eos_id=2), seed=5)
    ids = generate(model, random_ids(12, 5), 16, temperature=1.0, generator=seeded(0))
    for row in ids.tolist():
        if 2 in row:
            assert set(row[row.index(2) :]) == {2}
    assert (ids == 2).sum(1).max() > 1


@pytest.mark.parametrize("temperature", [0.0, 1.0])
def test_a_row_does_not_depend_on_its_batch_mates(ending_model, random_ids, temperature):
    source, others = random_ids(4, 6), random_ids(4, 6, seed=1)
    mixed = torch.cat([source[:2], others[2:]])
    runs = [
        generate(ending_model, ids, 12, temperature=temperature, generator=seeded(7))
        for ids in (source, mixed, source[:2])
    ]
    n = min(run.shape[1] for run in runs)
    for run in runs[1:]:
        assert torch.equal(run[:2, :n], runs[0][:2, :n])
        assert not runs[0][:2, n:].any()  # only padding is left


def test_padding_on_the_source_changes_nothing(model, random_ids):
    source = random_ids(2, 5)
    padded = torch.cat([source, torch.zeros(2, 3, dtype=torch.long)], 1)
    for use_cache in (True, False):
        runs = [list(decoding_steps(model, ids, 8, use_cache=use_cache)) for ids in (source, padded)]
        for plain, masked in zip(*runs, strict=True):
            torch.testing.assert_close(masked.logits, plain.logits)
            assert torch.equal(masked.tokens, plain.tokens)


@holds(
    "architecture",
    says="The encoder runs once for a sentence, not again for each token.",
    against="the calls, counted while a sentence is written",
)
def test_the_source_is_encoded_once_and_each_step_feeds_one_token(model, random_ids, monkeypatch):
    encoded, fed = [], []
    encode, decode = model.encode, model.decode
    monkeypatch.setattr(model, "encode", lambda *a, **k: encoded.append(1) or encode(*a, **k))
    monkeypatch.setattr(model, "decode", lambda ids, *a, **k: fed.append(ids.shape[1]) or decode(ids, *a, **k))
    generate(model, random_ids(1, 5), 6)
    assert len(encoded) == 1 and fed == [1] * 6
    fed.clear()
    generate(model, random_ids(1, 5), 6, use_cache=False)
    assert fed == [1, 2, 3, 4, 5, 6]


def test_a_prompt_of_several_tokens_may_come_at_once(model, random_ids):
    source, target = random_ids(2, 5), random_ids(2, 4)
    predict = next_token_logits(model, source, use_cache=True, max_len=8)
    torch.testing.assert_close(predict(target), model(source, target)[:, -1])
    longer = torch.cat([target, random_ids(2, 3, seed=2)], 1)
    torch.testing.assert_close(predict(longer), model(source, longer)[:, -1])


def test_lesions_reach_both_towers(model, random_ids):
    source, target = random_ids(1, 5), torch.full((1, 1), 1)
    for cut in (Lesion("encoder", 0, "layer"), Lesion("decoder", 1, "cross_attn", head=1)):
        for use_cache in (True, False):
            step = next(decoding_steps(model, source, 1, lesions=[cut], use_cache=use_cache))
            torch.testing.assert_close(step.logits, model(source, target, lesions=[cut])[:, -1])
            assert not torch.allclose(step.logits, model(source, target)[:, -1])


def test_dropout_is_off_and_the_mode_given_back(small_config, random_ids):
    model = Transformer(small_config(dropout=0.5, bos_id=1), seeded(0)).train()
    runs = [generate(model, random_ids(2, 5), 10) for _ in range(2)]
    assert torch.equal(*runs) and model.training
    assert torch.equal(runs[0], by_hand(model.eval(), random_ids(2, 5), 10))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"max_new_tokens": 17}, "max_new_tokens=17 must be between 1 and max_len=16"),
        ({"max_new_tokens": 0}, "max_new_tokens=0"),
        ({"max_new_tokens": -3}, "max_new_tokens=-3"),
        ({"max_new_tokens": 2, "temperature": -1.0}, "temperature.*-1"),
        ({"max_new_tokens": 2, "temperature": float("nan")}, "temperature.*nan"),
        ({"max_new_tokens": 2, "temperature": 1.0, "top_k": -1}, "top_k.*-1"),
        ({"max_new_tokens": 2, "temperature": 1.0, "top_p": 1.5}, "top_p.*1.5"),
        ({"max_new_tokens": 2, "temperature": "1"}, "temperature.*'1'"),
        ({"max_new_tokens": 2, "lesions": [Lesion("decoder", 9, "layer")]}, "layer=9 does not exist"),
    ],
)
@pytest.mark.parametrize("use_cache", [True, False])
def test_what_cannot_be_done_is_refused_before_the_first_step_is_asked_for(
    model, random_ids, arguments, message, use_cache
):
    for function in (generate, decoding_steps):  # the steps are not iterated
        with pytest.raises(ValueError, match=message):
            function(model, random_ids(1, 4), **arguments, use_cache=use_cache)


@pytest.mark.parametrize("source", [torch.tensor(3), torch.tensor([3, 4]), torch.tensor([[99]])], ids=str)
def test_sources_that_the_model_does_not_read_are_refused_as_soon(model, source):
    for function in (generate, decoding_steps):
        with pytest.raises(ValueError, match=r"\[batch, length\]|not in the vocabulary"):
            function(model, source, 3)
