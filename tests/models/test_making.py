"""The commands that made what ships, each run on a small corpus: evaluation, export, the corpus, the vectors."""

import hashlib
import json
import lzma
import sys
import zipfile
from itertools import product

import numpy as np
import pandas as pd
import pytest
import torch

from core import files
from core.models import archive, translator
from core.models.making import austen, glove
from core.models.making import translator_evaluation as evaluate
from core.models.making import translator_export as export
from core.models.making import translator_training as training
from core.text import ANALOGIES, CATEGORIES, BPETokenizer, WordVectors


@pytest.fixture
def data(tmp_path, monkeypatch):
    """An empty folder in the place of core/data."""
    folder = tmp_path / "data"
    folder.mkdir()
    for module in (archive, files, austen, glove):
        monkeypatch.setattr(module, "DATA", folder)
    return folder


@pytest.fixture(scope="module")
def shipped():
    return translator.load()


def call(monkeypatch, main, *arguments) -> None:
    """Run a command as its `python -m` line does."""
    monkeypatch.setattr(sys, "argv", ["command", *map(str, arguments)])
    main()


# --- evaluate ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def corpus(tmp_path, monkeypatch):
    """Sixty pairs of which no two differ by a single word, so that held-out sentences have no variant in training."""
    monkeypatch.setattr("core.models.making.sentence_pairs.HELD_OUT", 6)
    words = ["".join(letters) for letters in product("aeinrst", repeat=3)]
    pairs = [f"{words[2 * n]} sees {words[2 * n + 1]}.\t{words[2 * n]} sieht {words[2 * n + 1]}." for n in range(60)]
    path = tmp_path / "pairs.zip"
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("deu.txt", "\n".join(pairs))
    return path


def test_evaluate_writes_the_figures_that_the_page_quotes(corpus, shipped, tmp_path, monkeypatch, capsys):
    out = tmp_path / "evaluation.json"
    call(monkeypatch, evaluate.main, corpus, "--out", out, "--beams", 2)
    figures = json.loads(out.read_text(encoding="utf-8"))
    assert json.loads(capsys.readouterr().out) == figures and figures.keys() == shipped.evaluation.keys()
    assert figures["sentences"] == figures["sentences_no_variant"] == 6 and figures["training_pairs"] == 48
    assert figures["bleu"] == figures["bleu_no_variant"] >= 0 and figures["beams"] == 2
    same = ("parameters", "validation_perplexity", "cpu_minutes", "steps", "longest")
    assert {name: figures[name] for name in same} == {name: shipped.evaluation[name] for name in same}
    assert figures["alignment"]["words"] == shipped.evaluation["alignment"]["words"]
    assert figures["alignment"]["best"] == pytest.approx(shipped.evaluation["alignment"]["best"], abs=0.02)


def test_translations_made_many_at_a_time_are_those_made_one_by_one(shipped):
    pairs = [(english, "") for english in ("I am tired.", "The dog sleeps.", "Where is the old house?", "Go!", "Tom.")]
    assert evaluate.greedy(shipped, pairs, batch=2) == [shipped.translate(english).text for english, _ in pairs]


def test_bleu_is_100_for_the_references_themselves_and_0_for_other_words():
    pairs = [("a", "Der Hund schläft im Haus."), ("b", "Ich sehe die alte Katze.")]
    assert evaluate.bleu(pairs, [german for _, german in pairs]) == pytest.approx(100)
    assert evaluate.bleu(pairs, ["x y z w v", "x y z w v"]) < 5


# --- export -----------------------------------------------------------------------------------------------------------


def test_an_exported_run_is_the_translator_that_was_trained(shipped, data, tmp_path, monkeypatch, capsys):
    folder = tmp_path / "run"
    folder.mkdir()
    run = training.load_run(folder / "checkpoint.pt")
    run.model.load_state_dict(shipped.model.state_dict())
    training.save_run(run, folder / "checkpoint.pt")
    (folder / "merges.json").write_text(shipped.vocabulary.tokenizer.to_json(), encoding="utf-8")
    for row in ((250, 3.5, 1e-3, 20.25, 1.5), (500, 2.5, 5e-4, 10.5, 3.0)):
        training.append_row(folder / "log.csv", row)
    (folder / "evaluation.json").write_text(json.dumps({"bleu": 31.5, "note": "für"}), encoding="utf-8")

    call(monkeypatch, export.main, folder, "--evaluation", folder / "evaluation.json")
    content = (data / "translator.npz").read_bytes()
    assert capsys.readouterr().out.strip() == hashlib.sha256(content).hexdigest()
    loaded = translator.load()
    for (name, weight), other in zip(
        loaded.model.state_dict().items(), shipped.model.state_dict().values(), strict=True
    ):
        assert torch.equal(weight, other), name
    assert loaded.log == [
        dict(zip(training.LOG_FIELDS, row, strict=True))
        for row in ((250, 3.5, 1e-3, 20.25, 1.5), (500, 2.5, 5e-4, 10.5, 3.0))
    ]
    assert loaded.evaluation == {"bleu": 31.5, "note": "für"}
    assert loaded.translate("The dog sleeps.") == shipped.translate("The dog sleeps.")

    call(monkeypatch, export.main, folder)  # before it was evaluated
    assert translator.load().evaluation == {}


# --- the corpus and the vectors ---------------------------------------------------------------------------------------

NOVELS = (
    "EMMA\n\nby\n\nleft out\n\n\n"
    "Persuasion\n\n\nby\n\n  Jane _Austen_\n\nThe first\nparagraph, é.\n   \n\nthe the theme\n\n\n"
    "SENSE AND SENSIBILITY\n\nby\n\nleft out too\n"
)


def test_austen_cuts_two_novels_and_learns_their_merges(data, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(austen, "NUM_MERGES", 3)
    source = tmp_path / "novels.xz"
    source.write_bytes(lzma.compress(NOVELS.encode()))
    austen.main(source)
    corpus = lzma.decompress((data / "austen.txt.xz").read_bytes()).decode()
    assert corpus == "Persuasion\nby\nJane Austen\nThe first paragraph, é.\nthe the theme\n"
    merges = BPETokenizer.from_json((data / "austen-bpe.json").read_text(encoding="utf-8")).merges
    assert merges == BPETokenizer.train(corpus, 3).merges and len(merges) == 3
    said = capsys.readouterr().out
    for name in ("austen.txt.xz", "austen-bpe.json"):
        content = (data / name).read_bytes()
        assert files.read_verified(name, hashlib.sha256(content).hexdigest()) == content
        assert f"{hashlib.sha256(content).hexdigest()}  {len(content):>9,}  {name}" in said
    assert f"{len(corpus):,} characters" in said


WANTED = sorted(glove.WANTED.union(*CATEGORIES.values(), *ANALOGIES))


def test_glove_takes_common_words_then_those_that_are_asked_for(data, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(glove, "COMMON", 4)
    ranked = ["the", ",", "a", "x", "killing", "1990", "zebra", "i", "zoology", *WANTED]
    rows = glove.choose(ranked)
    taken = [ranked[row] for row in rows]
    assert taken[:4] == ["the", "a", "zebra", "i"], "no signs, no lone letters, nothing that is left out"
    assert taken[4:] == [word for word in WANTED if word not in taken[:4]] and "zoology" not in taken

    vectors = np.random.default_rng(0).normal(size=(len(ranked), 50)).astype(np.float32)
    pd.DataFrame({"index": ranked}).to_parquet(tmp_path / "glove_6B_index.parquet")
    np.save(tmp_path / "glove_6B_50d_emb.npy", vectors)
    glove.main(tmp_path)
    content = (data / "glove.npz").read_bytes()
    assert capsys.readouterr().out.split()[0] == hashlib.sha256(content).hexdigest()
    with np.load(data / "glove.npz") as stored:
        found = WordVectors(bytes(stored["words"]).decode().split("\n"), stored["vectors"])
    assert list(found.words) == taken
    np.testing.assert_array_equal(found.vectors, vectors[rows].astype(np.float16).astype(np.float32))


def test_glove_names_the_words_that_are_missing():
    with pytest.raises(ValueError, match=r"no vector for banana, violin$"):
        glove.choose([word for word in WANTED if word not in {"banana", "violin"}])
