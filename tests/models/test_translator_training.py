"""How the translator is made: corpus, batches, schedule, and a run that goes on after an interruption."""

import copy
import math
import random
import zipfile

import pytest
import torch

from core.models import translator
from core.models.making import translator_training as training
from core.models.making.batching import batches
from core.models.making.sentence_pairs import Variants, read_pairs, split_corpus, words
from core.models.translator.reading import normalise
from core.models.translator.vocabulary import PAD
from core.training.schedules import learning_rate
from tests.evidence import holds

PAIRS = [
    (f"I see {n} {thing}.", f"Ich sehe {n} {ding}.")
    for n in range(40)
    for thing, ding in (("cats", "Katzen"), ("dogs", "Hunde"))
]


@pytest.fixture
def archive_path(tmp_path):
    path = tmp_path / "pairs.zip"
    lines = [*("\t".join(pair) for pair in PAIRS), "Rare ☃.\tSelten ☃.", "word " * 15 + "\tkurz"]
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("deu.txt", "\n".join(lines))
    return path


def test_pairs_with_rare_characters_or_too_many_words_are_dropped(archive_path):
    pairs = read_pairs(archive_path)
    assert ("I see 3 cats.", "Ich sehe 3 Katzen.") in pairs
    assert not any("☃" in a or len(a.split()) > 14 for a, _ in pairs)


@holds(
    "architecture",
    says="*Validation* is on sentences that were never trained on.",
    against="the sentences of both languages in the three parts of a corpus",
)
def test_no_sentence_is_in_two_parts(monkeypatch):
    monkeypatch.setattr("core.models.making.sentence_pairs.HELD_OUT", 10)
    extra = [("I spy 3 cats.", "Ich sehe 3 Katzen.")]
    corpus = split_corpus([*PAIRS, *extra])
    english = [{a for a, _ in part} for part in (corpus.train, corpus.valid, corpus.test)]
    assert not english[0] & english[1] and not english[0] & english[2] and not english[1] & english[2]
    held_german = {b for part in (corpus.valid, corpus.test) for _, b in part}
    assert not held_german & {b for _, b in corpus.train}
    assert len(corpus.valid) == len(corpus.test) == 10
    assert split_corpus([*PAIRS, *extra]) == corpus


@holds(
    "architecture",
    says=(
        "A model with a perplexity of 10 is as unsure of the next token as one that has to choose among 10 "
        "tokens, all equally likely."
    ),
    against="torch's cross-entropy of ten equal logits, and a translator that cannot tell its tokens apart",
    within="1e-5",
)
def test_a_perplexity_of_10_is_that_of_10_tokens_equally_likely():
    model = translator.load().model
    with torch.no_grad():
        alike = copy.deepcopy(model)
        alike.output.weight.zero_()  # every token of the vocabulary as likely as the other
    pairs = [([5, 6, 2], [1, 7, 8, 2])]
    assert training.validation_perplexity(alike, pairs) == pytest.approx(model.config.vocab_size, rel=1e-5)
    logits = torch.full((4, 50), -torch.inf)
    logits[:, :10] = 3.0
    loss = torch.nn.functional.cross_entropy(logits, torch.tensor([0, 3, 5, 9]))
    assert math.exp(loss) == pytest.approx(10, rel=1e-6)


@pytest.mark.parametrize(
    ("sentence", "variant"),
    [
        ("Tom is here.", True), ("TOM is here!", True), ("Mary is here.", True), ("Tom is here now.", True),
        ("Tom is.", True), ("Mary is there.", False), ("Here is Tom.", False), ("Tom is here right now.", False),
    ],
)  # fmt: skip
def test_variants_differ_by_one_word_at_most(sentence, variant):
    assert Variants(["Tom is here."]).has(sentence) is variant


def test_normalised_text_and_words():
    assert normalise("It’s  „fine“ – he said …") == 'It\'s "fine" - he said ...'
    assert normalise("e\u0301") == "é"
    assert words("Don't stop, Tom!") == ("don't", "stop", "tom")


def test_batches_hold_every_pair_once_and_not_too_many_tokens():
    rng = random.Random(0)
    pairs = [([9] * rng.randint(1, 12), [8] * rng.randint(2, 12)) for _ in range(300)]
    found = list(batches(pairs, 120, random.Random(1)))
    assert sum(len(source) for source, _ in found) == 300
    assert all(source.numel() + target.numel() <= 120 for source, target in found)
    filled = sum(int((source != PAD).sum() + (target != PAD).sum()) for source, target in found)
    assert filled == sum(len(a) + len(b) for a, b in pairs)


def test_the_papers_rate_and_its_cool_down():
    rates = [learning_rate(step, 512, 4000, 100_000) for step in (1, 4000, 16_000, 65_000, 82_500, 100_000)]
    assert rates[1] == pytest.approx(6.98771e-4, rel=1e-5)
    assert rates[2] == pytest.approx(rates[1] / 2)
    assert rates[4] == pytest.approx(512**-0.5 * 82_500**-0.5 / 2) and rates[5] == 0


def _losses(path, steps: int, stop: int | None = None) -> list[float]:
    run, losses = training.load_run(path), []
    pairs = [([5, 6, 7, 2], [1, 8, 9, 2]), ([5, 2], [1, 9, 2])] * 30
    for loss, _ in training.training_steps(run, pairs, [steps]):
        losses.append(loss)
        if run.step == stop:
            break
    training.save_run(run, path)
    return losses


def test_a_resumed_run_is_the_run_that_was_not_interrupted(tmp_path, monkeypatch):
    monkeypatch.setattr(training, "TOKENS", 60)
    whole = _losses(tmp_path / "a.pt", steps=4)
    parts = _losses(tmp_path / "b.pt", steps=4, stop=2) + _losses(tmp_path / "b.pt", steps=4)
    assert parts == whole
    first, second = (torch.load(tmp_path / f"{name}.pt")["model"] for name in "ab")
    assert all(torch.equal(first[key], second[key]) for key in first)


def test_the_log_that_ships_is_that_of_the_default_stages():
    log = translator.load().log
    assert int(log[-1]["step"]) == training.STAGES[-1]
    for row in log:
        assert row["learning_rate"] == pytest.approx(training.staged_rate(int(row["step"]), training.STAGES), rel=1e-5)
