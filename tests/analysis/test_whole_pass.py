"""The machine of the first page: every number it shows, computed once more by other means."""

from string import Template

import numpy as np
import pytest
import torch

from core.analysis.inside import attention_cuts, output_in_words, stage_table, stages, whole_pass
from core.models import archive, translator
from core.transformer import sinusoidal_positions
from core.ui.contents import FIRST_PAGE
from tests.evidence import holds

TEXTS = ["I bought a new car yesterday.", "Hi", "Zyx&%$ äöü 😀"]


@pytest.fixture(scope="module")
def model():
    return translator.load()


@pytest.fixture(scope="module", params=TEXTS)
def said(model, request):
    return translator.traced_translation(model, request.param)


@pytest.fixture(scope="module")
def passed(said):
    return whole_pass(said.trace, said.source_ids, said.translation.target_ids)


@holds(
    "",
    shows="the numbers of every stage",
    against="the line of code beside them, evaluated for three sentences",
    within="1e-6",
)
def test_a_stage_shows_what_its_expression_gives(said, passed):
    names = {"trace": said.trace, "translation": said.translation, "sinusoidal_positions": sinusoidal_positions}
    for stage in passed.stages:
        for at in range(min(len(said.source), len(said.read))):
            value = eval(Template(stage.tensor).substitute(i=at, t=at), dict(names))
            value = torch.stack(value) if isinstance(value, list) else torch.as_tensor(value)
            shown = torch.tensor(passed.numbers(stage.id, at, at))
            torch.testing.assert_close(shown.double().flatten(), value.double().flatten(), rtol=0, atol=1e-6)


@holds(
    "embeddings",
    says="This is all that the model knows of a sentence before its first layer",
    against="rows of the file that ships, times √d, plus the sines and cosines of the formula, in numpy",
    within="2e-6",
)
@holds(
    "positions",
    says="adds the same sines and cosines, 128 of them, to its tokens' vectors",
    against="rows of the file that ships, and the formula in numpy",
    within="2e-6",
)
@holds(
    "",
    shows="embeddings and positions",
    against="the table in the file that ships, and sines and cosines by numpy",
    within="2e-6",
)
def test_the_first_stages_are_what_the_paper_says(said, passed):
    """From the file that ships: the row times √D, then sines and cosines by the formula."""
    table = archive.load(translator.FILE).weights["source_embedding.tokens.weight"].astype(np.float64)
    d = table.shape[1]
    x = np.sqrt(d) * table[list(said.source_ids)]
    angles = np.arange(len(x))[:, None] / 10_000 ** (2 * np.arange(d // 2) / d)
    positions = np.stack([np.sin(angles), np.cos(angles)], -1).reshape(len(x), d)
    np.testing.assert_allclose(passed.vectors["embedding"], x, atol=2e-6)
    np.testing.assert_allclose(passed.vectors["position"], x + positions, atol=2e-6)


@holds(
    "",
    shows="the probability of every token written",
    against="the logarithm of the whole translation's probability, from a pass of its own",
    within="1e-4",
)
def test_the_probabilities_are_those_of_the_translation(model, said, passed):
    ids = said.translation.target_ids[1:]
    assert np.log(passed.probabilities(ids)).sum() == pytest.approx(model.log_prob(said.text, ids), abs=1e-4)
    assert all(passed.numbers("written", 0, t) == [token] for t, token in enumerate(ids))


@holds("", shows="what an output takes from the source", against="a sum of one", within="1e-5")
def test_what_an_output_takes_sums_to_one(passed):
    for t in range(len(passed.logits)):
        assert float(passed.attended(t).sum()) == pytest.approx(1, abs=1e-5)


@holds("", shows="the table under the picture", against="the number of cells in the picture")
def test_every_cell_of_the_picture_is_in_the_table(said, passed):
    table = stage_table(passed, said.source, said.read)
    shown = sum(values.numel() for values in passed.vectors.values())
    assert len(table["value"]) == shown and set(map(len, table.values())) == {shown}


def test_the_words_name_the_token_that_gives_most(model):
    said = translator.traced_translation(model, TEXTS[0])
    passed = whole_pass(said.trace, said.source_ids, said.read_ids)
    words = output_in_words(passed, said.written, said.source, 2)
    best = said.source[int(passed.attended(2).argmax())]
    assert f"took most from “{best}”" in words and "“·gestern”" in words


@holds(
    "",
    shows="with the cross-attention cut, every sentence gets the same German",
    against="the translations of three sentences",
)
def test_with_the_cross_attention_cut_every_sentence_gets_the_same_german(model):
    cuts = attention_cuts("cross", model.model.config.n_layers)
    assert len({model.translate(text, lesions=cuts).text for text in TEXTS}) == 1
    said = translator.traced_translation(model, TEXTS[0], lesions=cuts)
    passed = whole_pass(said.trace, said.source_ids, said.read_ids)
    assert "nothing of the source" in output_in_words(passed, said.written, said.source, 0, cut=True)


def test_the_page_offers_the_stages_that_there_are(model):
    scope: dict = {}
    source = FIRST_PAGE.read_text(encoding="utf-8")
    exec(source[source.index("STAGES = {") : source.index("WHERE = {")], scope)
    there = stages(model.model.config.n_layers)
    assert list(scope["STAGES"]) == [stage.id for stage in there]
    assert all(stage.label in scope["STAGES"][stage.id] for stage in there), "and calls them what the picture does"
