"""Marian (post-norm, the paper's machine) and Pegasus (pre-norm) of `transformers`, random weights, in float64.

Their weights carry over by renaming. Their sinusoids stand in another order (all sines, then all cosines) and in
float32, 3e-8 off the formula: so their table is copied into ours, and the two tables are compared on their own.
"""

from dataclasses import replace

import pytest
import torch

from core.decoding import beam_search, beam_steps, generate
from core.transformer import KVCache, ModelConfig, Transformer, sinusoidal_positions
from tests.evidence import holds

transformers = pytest.importorskip("transformers")
from transformers.cache_utils import DynamicCache, EncoderDecoderCache  # noqa: E402

EXACT = {"rtol": 0, "atol": 1e-12}
pytestmark = [pytest.mark.usefixtures("float64"), pytest.mark.filterwarnings("ignore::FutureWarning:transformers")]
KINDS = {"marian": ("post", "MarianMTModel"), "pegasus": ("pre", "PegasusForConditionalGeneration")}


def their_model(kind: str):
    name = KINDS[kind][1]
    config_name = {"marian": "MarianConfig", "pegasus": "PegasusConfig"}[kind]
    config = getattr(transformers, config_name)(
        vocab_size=23, d_model=16, encoder_layers=2, decoder_layers=2, encoder_attention_heads=4,
        decoder_attention_heads=4, encoder_ffn_dim=24, decoder_ffn_dim=24, activation_function="relu",
        max_position_embeddings=32, scale_embedding=True, dropout=0.0, attention_dropout=0.0, pad_token_id=0,
        eos_token_id=1, decoder_start_token_id=2, forced_eos_token_id=None, init_std=0.5, attn_implementation="eager",
    )  # fmt: skip
    torch.manual_seed(0)
    model = getattr(transformers, name)(config).double().eval()
    with torch.no_grad():
        for parameter in filter(lambda p: p.requires_grad, model.model.parameters()):  # not the position tables
            parameter += 0.2 * torch.randn(parameter.shape)  # no bias stays zero, no gain one
    return model


def renamed(kind: str, name: str) -> str | None:
    """Our name for one of their parameters; None for the position tables."""
    if "embed_positions" in name or name == "final_logits_bias":
        return None
    if name.endswith(("embed_tokens.weight", "shared.weight")):
        tower = {"model.encoder": "source_embedding", "model.decoder": "target_embedding"}.get(name.rsplit(".", 2)[0])
        return f"{tower or 'source_embedding'}.tokens.weight"
    if name == "lm_head.weight":
        return "output.weight"
    cross = ".decoder." in name
    for theirs, ours in (
        ("self_attn_layer_norm", "norm1"), ("encoder_attn_layer_norm", "norm2"),
        (".final_layer_norm", ".norm3" if cross else ".norm2"), ("encoder_attn", "cross_attn"),
        (".fc1", ".feed_forward.fc1"), (".fc2", ".feed_forward.fc2"), (".layer_norm", ".final_norm"),
    ):  # fmt: skip
        name = name.replace(theirs, ours)
    name = name.removeprefix("model.")
    return name.replace(".weight", ".gain") if "norm" in name else name


@torch.no_grad()
def our_twin(kind: str, theirs) -> Transformer:
    c = theirs.config
    ours = Transformer(
        ModelConfig(
            d_model=c.d_model, n_heads=c.encoder_attention_heads, d_ff=c.encoder_ffn_dim, n_layers=c.encoder_layers,
            vocab_size=c.vocab_size, max_len=c.max_position_embeddings, norm_place=KINDS[kind][0], attention_bias=True,
            dropout=0.0, pad_id=0, eos_id=1, bos_id=2,
        )
    ).eval()  # fmt: skip
    state = {renamed(kind, name): value for name, value in theirs.state_dict().items()}
    state.pop(None)
    ours.load_state_dict(state)  # strict: every weight of ours has its counterpart
    for mine, tower in ((ours.source_embedding, theirs.model.encoder), (ours.target_embedding, theirs.model.decoder)):
        mine.positions.table.copy_(tower.embed_positions.weight)
    return ours


@pytest.fixture(params=list(KINDS), scope="module")
def twins(request):
    torch.set_default_dtype(torch.float64)
    theirs = their_model(request.param)
    ours = our_twin(request.param, theirs)
    torch.set_default_dtype(torch.float32)
    return theirs, ours


def sentences(rows=2, length=9, seed=0):
    source = torch.randint(3, 23, (rows, length), generator=torch.Generator().manual_seed(seed))
    source[1:, -3:] = 0
    return source, source != 0


def target_ids(rows=2, length=12):
    target = torch.randint(3, 23, (rows, length), generator=torch.Generator().manual_seed(9))
    target[:, 0] = 2
    return target


@holds(
    "architecture",
    shows="logits and attention maps of the whole machine",
    against="Marian of transformers with the same weights, in float64",
    within="1e-12",
)
@holds(
    "",
    shows="the weights of every head in all three kinds of attention",
    against="Marian and Pegasus of the library transformers with the same weights, in float64",
    within="1e-12",
)
@torch.no_grad()
def test_logits_and_attention_of_every_head_are_equal(twins):
    theirs, ours = twins
    (source, keep), target = sentences(), target_ids()
    out = theirs(source, attention_mask=keep.long(), decoder_input_ids=target, output_attentions=True)
    trace = ours.trace(source, target)
    torch.testing.assert_close(trace.logits, out.logits, **EXACT)
    torch.testing.assert_close(trace.memory, out.encoder_last_hidden_state, **EXACT)
    for layer, mine in enumerate(trace.decoder):
        torch.testing.assert_close(mine.self_attn.weights, out.decoder_attentions[layer], **EXACT)
        torch.testing.assert_close(mine.cross_attn.weights, out.cross_attentions[layer], **EXACT)
    for layer, mine in enumerate(trace.encoder):
        torch.testing.assert_close(mine.self_attn.weights, out.encoder_attentions[layer], **EXACT)


@holds(
    "kv_cache",
    shows="the logits of every cached step",
    against="EncoderDecoderCache of transformers with the same weights, in float64",
    within="1e-12",
)
@torch.no_grad()
@pytest.mark.parametrize("chunks", [(1,) * 12, (5, 4, 3), (12,), (1, 11)], ids=str)
def test_every_cached_step_equals_their_cache(twins, chunks):
    theirs, ours = twins
    (source, keep), target = sentences(), target_ids()
    past = EncoderDecoderCache(DynamicCache(), DynamicCache())
    encoded = theirs.model.encoder(source, attention_mask=keep.long())
    memory, cache = ours.encode(source), KVCache(ours.config, batch=2, dtype=torch.float64)
    full, start = ours(source, target), 0
    for n in chunks:
        piece = target[:, start : start + n]
        out = theirs(
            encoder_outputs=encoded, attention_mask=keep.long(), decoder_input_ids=piece,
            past_key_values=past, use_cache=True,
        )  # fmt: skip
        mine = ours.decode(piece, memory, memory_mask=ours.padding(source), cache=cache)
        torch.testing.assert_close(mine, out.logits, **EXACT)
        torch.testing.assert_close(mine, full[:, start : start + n], **EXACT)
        start += n
        assert cache.length == past.self_attention_cache.get_seq_length() == start
        for layer in range(ours.config.n_layers):
            held, crossed = past.self_attention_cache.layers[layer], past.cross_attention_cache.layers[layer]
            torch.testing.assert_close(cache.keys[layer, :, :, :start], held.keys, **EXACT)
            torch.testing.assert_close(cache.values[layer, :, :, :start], held.values, **EXACT)
            for mine, other in zip(cache.cross[layer], (crossed.keys, crossed.values), strict=True):
                torch.testing.assert_close(mine, other, **EXACT)


@holds(
    "kv_cache",
    says="It always takes the most probable token.",
    against="the greedy decoding of transformers, with the same weights",
)
@holds(
    "",
    shows="how tokens are written one after the other",
    against="Marian and Pegasus of the library transformers with the same weights",
)
@pytest.mark.parametrize("use_cache", [True, False])
def test_greedy_generation_gives_the_same_tokens(twins, use_cache):
    theirs, ours = twins
    source, keep = sentences(rows=3)
    theirs_out = theirs.generate(
        source, attention_mask=keep.long(), max_new_tokens=14, num_beams=1, do_sample=False, bad_words_ids=None,
        suppress_tokens=None,
    )[:, 1:]  # fmt: skip
    ours_out = generate(ours, source, 14, use_cache=use_cache)
    assert torch.equal(ours_out, theirs_out)


def their_beams(theirs, source, n):
    """Their four best and log p of each, which they hold in float32 whatever the model's dtype.

    Their score divides log p by length^α, ours by ((5 + length) / 6)^α: the same at α = 0.
    """
    out = theirs.generate(
        source, max_new_tokens=n, num_beams=4, num_return_sequences=4, length_penalty=0.0, do_sample=False,
        early_stopping=False, output_scores=True, return_dict_in_generate=True,
    )  # fmt: skip
    return out.sequences[:, 1:].tolist(), out.sequences_scores


@holds(
    "sampling",
    shows="what a beam search finds, and its log p",
    against="the beam search of transformers with the same weights",
    within="1e-5",
)
@pytest.mark.parametrize("seed", range(4))
def test_beam_search_without_an_end_finds_the_same_four(twins, seed, monkeypatch):
    theirs, ours = twins
    source, _ = sentences(rows=1, seed=seed)
    monkeypatch.setattr(theirs.generation_config, "eos_token_id", None)
    monkeypatch.setattr(ours, "config", replace(ours.config, eos_id=None))
    ids, scores = their_beams(theirs, source, 8)
    found = beam_search(ours, source, 8, beams=4, length_penalty=0.0)
    assert [list(h.ids) for h in found] == ids
    torch.testing.assert_close(torch.tensor([h.log_prob for h in found]), scores.double(), rtol=0, atol=1e-5)


@pytest.mark.parametrize("seed", range(4))
def test_beam_search_with_an_end_finds_the_same_best(twins, seed):
    """They rank what has ended and what ran out of room together; here the former comes first."""
    theirs, ours = twins
    source, _ = sentences(rows=1, seed=seed)
    ids, scores = their_beams(theirs, source, 8)
    steps = beam_steps(ours, source, 8, beams=4, length_penalty=0.0)
    best = max([h for step in steps for h in step.ended] + list(steps[-1].open), key=lambda h: h.score)
    assert list(best.ids) == ids[0][: len(best.ids)] and set(ids[0][len(best.ids) :]) <= {0, 1}
    assert best.log_prob == pytest.approx(scores[0].item(), abs=1e-5)


@holds(
    "positions",
    shows="the whole table of sines and cosines",
    against="the table of transformers' Marian and Pegasus, its columns reordered",
    within="1e-7",
)
def test_their_position_table_is_ours_concatenated_instead_of_interleaved_and_float32(twins):
    table = twins[0].model.encoder.embed_positions.weight.detach()
    ours = sinusoidal_positions(*table.shape)
    rearranged = torch.cat([ours[:, 0::2], ours[:, 1::2]], 1)
    assert not torch.allclose(table, ours)
    torch.testing.assert_close(table, rearranged, rtol=0, atol=1e-7)
    torch.testing.assert_close(ours @ ours.T, rearranged @ rearranged.T, **EXACT)  # attention cannot tell them apart
