"""Public bugs of position encodings, and the cases PE-01 and PE-04."""

import math

import pytest
import torch

from core.transformer import Encoder, KVCache, ModelConfig, Transformer, sinusoidal_positions
from tests.evidence import holds


def close(actual, expected, atol=1e-5):
    torch.testing.assert_close(actual, torch.tensor(expected, dtype=actual.dtype), rtol=0, atol=atol)


@holds(
    "positions",
    shows="single encodings",
    against="values worked out by hand, and known from reports of bugs",
    within="1e-5",
)
@pytest.mark.parametrize(
    ("d", "position", "expected"),
    [
        (4, 1, [0.841471, 0.540302, 0.0099998, 0.99995]),
        (8, 3, [0.14112, -0.989992, 0.29552, 0.955336, 0.029996, 0.99955, 0.003, 0.999996]),
        (6, 0, [0, 1, 0, 1, 0, 1]),
    ],
)
def test_pe_01_sines_and_cosines_interleaved(d, position, expected):
    """SamLynnEvans/Transformer#25, DongjunLee/transformer-tensorflow#6, tensorflow/tensorflow#37191.

    Concatenation puts 0.010000 into dimension 1 of d = 4, a doubled exponent 0.0001 into dimension 2.
    """
    close(sinusoidal_positions(position + 1, d)[position], expected)


def test_pe_01_the_middle_of_a_wide_vector():
    row = sinusoidal_positions(51, 512)[50]
    close(row[[0, 1, 256, 257]], [-0.262375, 0.964966, 0.479426, 0.877583])


def test_sam_lynn_evans_25_the_exponent_is_not_doubled():
    """SamLynnEvans/Transformer#25: exponent 2·i with i already stepped by 2 gives [.0001, …] in dimensions 2 and 3."""
    close(sinusoidal_positions(2, 4)[1, 2:], [0.0099998333, 0.9999500004], atol=1e-8)


@holds(
    "positions",
    says="256 pairs of a sine and a cosine, and each pair swings more slowly than the one before",
    against="the angles by which the pairs turn from position 0 to 1, in falling order",
)
@holds(
    "positions",
    says="that is the limit, which the last pair would reach only if $2i$ were 512",
    against="60,611.477, read off the table itself",
    within="1e-5",
)
def test_pe_04_wavelengths_end_below_the_limit():
    """The last pair of d = 512 has wavelength 60,611, not 10,000 · 2π = 62,832."""
    with_float64 = sinusoidal_positions(2, 512).double()[1]
    rates = torch.asin(with_float64[0::2])  # radians a position
    assert 2 * math.pi / rates[0].item() == pytest.approx(6.283185, abs=1e-5)
    assert 2 * math.pi / rates[-1].item() == pytest.approx(60_611.477, rel=1e-5)
    assert (rates[1:] < rates[:-1]).all()  # the low dimensions are the fast ones


@pytest.mark.parametrize("d_model", [1, 3, 5, 29])
def test_bert_pytorch_78_an_odd_width_works(d_model):
    """codertimo/BERT-pytorch#78 (29), gc-os-ai/pyaptamer#526 (5), datawhalechina/base-llm#67 (3), Informer2020#224."""
    table = sinusoidal_positions(4, d_model)
    assert table.shape == (4, d_model) and table.isfinite().all()
    config = ModelConfig(d_model=d_model, n_heads=1, d_ff=8, n_layers=1, vocab_size=5, max_len=4)
    assert Encoder(config).eval()(torch.tensor([[1, 2]])).isfinite().all()


def test_bert_pytorch_78_the_odd_width_has_the_right_values():
    close(sinusoidal_positions(2, 5)[1], [0.841471, 0.540302, 0.025116, 0.999685, 0.000631], atol=1e-6)


def test_multidim_positional_encoding_20_interleaved_not_concatenated():
    """tatp22/multidim-positional-encoding#20 against tensorflow/tensorflow#37191: reported in both directions."""
    table = sinusoidal_positions(6, 8)
    concatenated = torch.cat([table[:, 0::2], table[:, 1::2]], 1)
    assert not torch.allclose(table, concatenated)
    torch.testing.assert_close(
        table[:, 0].square() + table[:, 1].square(), torch.ones(6)
    )  # a pair is a point on a circle
    torch.testing.assert_close(table @ table.T, concatenated @ concatenated.T)  # dot products cannot tell


@pytest.mark.parametrize("positions", ["sinusoidal", "learned"])
def test_wingedsheep_4_tables_and_masks_follow_the_model_to_another_device(positions):
    """wingedsheep/transformer#4, multidim-positional-encoding#33, vllm#43844: a table that is no buffer stays."""
    config = ModelConfig(
        d_model=8, n_heads=2, d_ff=8, n_layers=2, vocab_size=9, max_len=8, positions=positions, pad_id=0
    )
    ids = torch.tensor([[1, 2, 0]], device="meta")
    model = Transformer(config).eval().to("meta")
    assert all(tensor.is_meta for tensor in [*model.parameters(), *model.buffers()])
    cache = KVCache(config, batch=1, device="meta")
    step = model.decode(ids, model.encode(ids), memory_mask=model.padding(ids), cache=cache)
    trace = model.trace(ids, ids)
    assert trace.logits.is_meta and step.is_meta and trace.decoder[0].self_attn.weights.shape == (1, 2, 3, 3)
    assert Encoder(config).eval().to("meta")(ids).is_meta


@pytest.mark.parametrize("positions", ["sinusoidal", "learned"])
def test_transformers_1749_past_the_longest_length_is_a_clear_error(positions):
    """huggingface/transformers#1749: `past` beyond n_ctx crashed inside an index."""
    config = ModelConfig(d_model=8, n_heads=2, d_ff=8, n_layers=1, vocab_size=9, max_len=4, positions=positions)
    model, ids = Transformer(config).eval(), torch.tensor([[1, 2, 3, 4]])
    assert model(ids, ids).shape == (1, 4, 9)
    with pytest.raises(ValueError, match="5 tokens is over max_len=4"):
        model(ids, torch.tensor([[1, 2, 3, 4, 5]]))
