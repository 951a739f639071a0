import pytest
import torch

from core.analysis.inside import Readout, readouts
from core.models import translator
from core.transformer import ModelConfig, Transformer
from tests.evidence import holds

SIZES = {"d_model": 16, "n_heads": 2, "d_ff": 32, "n_layers": 3, "vocab_size": 11, "max_len": 8}


@holds(
    "residuals",
    shows="what the stream says after the last layer",
    against="the probabilities that the model gives",
    within="1e-5",
)
@pytest.mark.parametrize("place", ["post", "pre"])
def test_the_last_readout_is_what_the_model_says(place):
    model = Transformer(ModelConfig(**SIZES, norm_place=place), torch.Generator().manual_seed(3)).eval()
    trace = model.trace(torch.tensor([[3, 4, 5]]), torch.tensor([[0, 7, 2, 9]]))
    rows = readouts(model, trace)
    assert [row.layer for row in rows] == [0, 1, 2, 3]
    torch.testing.assert_close(rows[-1].probabilities, trace.logits[0].softmax(-1))
    assert rows[-1].guess == trace.logits[0].argmax(-1).tolist()
    assert rows[-1].cosine == pytest.approx([1] * 4) and max(rows[0].cosine) < 0.999
    assert rows[-1].final_probability == rows[-1].guess_probability != rows[0].guess_probability
    for row in rows:
        assert all(f <= g for f, g in zip(row.final_probability, row.guess_probability, strict=True))
        assert row.top(1)[0] == (row.guess[1], pytest.approx(row.guess_probability[1]))
        assert [p for _, p in row.top(0)] == sorted((p for _, p in row.top(0)), reverse=True)


def test_of_equally_probable_ids_the_lowest_are_the_top():
    row = torch.full((1, 1000), 0.0)
    row[0, [7, 300, 999]] = 0.25
    assert Readout(0, row, [7], [0.25], [0.25], [1.0]).top(0, 4) == [(7, 0.25), (300, 0.25), (999, 0.25), (0, 0.0)]


@holds(
    "residuals",
    says="Before the first layer the stream mostly says the very token that was put in",
    against="the tokens of two translations: over 90 % are said again",
    within="",
)
@pytest.mark.parametrize("text", ["Tom bought a new car yesterday.", "She reads a book."])
def test_before_the_first_layer_the_stream_says_the_token_that_was_put_in(text):
    said = translator.traced_translation(translator.load(), text)
    first = readouts(said.translator.model, said.trace)[0].guess
    same = [guess == token for guess, token in zip(first, said.read_ids, strict=True)]
    assert sum(same) > 0.9 * len(same)
