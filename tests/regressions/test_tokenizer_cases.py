"""Inputs that broke other tokenizers, each named after its case."""

import os
import subprocess
import sys
import unicodedata

import pytest

from core.text import BPETokenizer, collision_probability, load_bpe, split_simplified, text_lengths, train_bpe
from tests.evidence import holds


@pytest.fixture(params=[0, 100, 4000], ids=lambda n: f"{n}-merges")
def tokenizer(request):
    return load_bpe(request.param)


@pytest.mark.parametrize(
    ("text", "characters", "size"), [("👍🏽", 2, 8), ("“quoted”", 8, 12), ("i ⭢ j", 5, 7), ("👍🏽 “quoted”", 11, 21)]
)
def test_tok_01_partial_tokens_are_bytes_and_highlights_stay_inside(tokenizer, text, characters, size):
    assert tokenizer.decode(tokenizer.encode(text)) == text
    pieces = tokenizer.pieces(text)
    assert b"".join(piece.bytes for piece in pieces) == text.encode()
    assert (len(text), len(text.encode())) == (characters, size)
    assert max(piece.end for piece in pieces) == characters
    assert not any("\ufffd" in piece.label for piece in pieces)


def test_tok_01_an_emoji_is_shown_as_its_bytes():
    labels = [piece.label for piece in load_bpe(0).pieces("👍🏽")]
    assert " ".join(labels) == "f0 9f 91 8d f0 9f 8f bd"


@pytest.mark.parametrize(("text", "size"), [("  Hello World.", 14), ("a\tb\nc\n\n", 7), ("a\r\nb", 4), ("hi ", 3)])
def test_tok_03_white_space_survives_and_can_be_seen(tokenizer, text, size):
    assert tokenizer.decode(tokenizer.encode(text)) == text
    assert len(text.encode()) == size
    labels = "".join(piece.label for piece in tokenizer.pieces(text))
    assert len(labels) == len(text) and not any(character.isspace() for character in labels)


@holds(
    "tokenization",
    says="Nothing is special: `<|endoftext|>` is text like any other.",
    against="the same text after encoding and decoding",
)
@pytest.mark.parametrize(("text", "size"), [("<|endoftext|>", 13), ("<unk> <s> <pad>", 15), ("[CLS] [SEP]", 11)])
def test_tok_04_special_tokens_are_ordinary_text(tokenizer, text, size):
    ids = tokenizer.encode(text)
    assert tokenizer.decode(ids) == text and len(text.encode()) == size
    assert all(token_id < tokenizer.vocab_size for token_id in ids) and len(ids) > 1


@pytest.mark.parametrize("text", ["<img src=x onerror=alert(1)>", '"><b>x'])
def test_tok_05_markup_comes_back_as_it_was(tokenizer, text):
    assert tokenizer.decode(tokenizer.encode(text)) == text
    assert "".join(piece.text for piece in split_simplified(text)) == text.replace(" ", "")


def test_tok_07_ten_thousand_letters(tokenizer):
    text = "a" * 10_000
    assert tokenizer.decode(tokenizer.encode(text)) == text
    assert [len(piece.text) for piece in split_simplified(text)] == [5, 9995]
    learned = BPETokenizer.train(text, 50)
    assert learned.decode(learned.encode(text)) == text and len(learned.encode(text)) < 10


def test_tok_08_nothing_little_and_only_spaces(tokenizer):
    assert (tokenizer.encode(""), tokenizer.pieces(""), split_simplified("")) == ([], [], [])
    assert [len(list(tokenizer.encode_steps(text))) for text in ("", "a")] == [1, 1]
    assert text_lengths("", tokenizer).characters_per_token is None
    assert len(tokenizer.encode("a")) == 1 and list(train_bpe("a", 5)) == list(train_bpe("", 5)) == []
    assert tokenizer.decode(tokenizer.encode("   ")) == "   " and split_simplified("   ") == []
    assert [step.bytes for step in train_bpe("   ", 5)] == [b"  ", b"   "]


@holds(
    "tokenization",
    shows="the merges, their counts and the pieces after each of them",
    against="the worked example of Wikipedia",
)
def test_tok_10_the_merges_of_the_wikipedia_example():
    steps = list(train_bpe("aaabdaaabac", 3))
    assert [(step.bytes, step.count) for step in steps] == [(b"aa", 4), (b"ab", 2), (b"aaab", 2)]
    assert [step.pair for step in steps] == [(97, 97), (97, 98), (256, 257)]
    assert steps[1].tied == 2 and steps[1].runners_up[0] == ((256, 97), 2)
    tokenizer = BPETokenizer(step.pair for step in steps)
    assert tokenizer.encode("aaabdaaabac") == [258, 100, 258, 97, 99]
    assert tokenizer.token_bytes(258) == b"aaab"


@holds(
    "tokenization",
    says="always the same for the same piece",
    against="the ids in three processes with other seeds for hashes",
)
def test_tok_13_ids_are_the_same_in_every_process():
    code = "from core.text import split_simplified as s; print([p.id for p in s('attention is all you need')])"
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            encoding="utf-8",
        ).stdout.strip()
        for seed in ("0", "1", "2")
    }
    ids = [piece.id for piece in split_simplified("attention is all you need")]
    assert outputs == {str(ids)} and all(0 <= i <= 36_999 for i in ids)
    assert collision_probability(50) == pytest.approx(0.0326, abs=1e-4)
    assert collision_probability(226) == pytest.approx(0.5, abs=0.01)


@holds(
    "tokenization",
    says="Words stay whole up to seven characters; a longer one is cut once, after its fifth.",
    against="words cut by hand",
)
@pytest.mark.parametrize(
    ("word", "pieces"),
    [
        ("encoder", ["encoder"]),
        ("encoders", ["encod", "ers"]),
        ("attention", ["atten", "tion"]),
        ("internationalization", ["inter", "nationalization"]),
        ("日本語テキスト", ["日本語テキスト"]),
        ("日本語テキスト化", ["日本語テキ", "スト化"]),
        ("prote\u0301ger", ["prote\u0301", "ger"]),
    ],
)
def test_tok_14_one_cut_that_never_tears_off_an_accent(word, pieces):
    found = [piece.text for piece in split_simplified(word)]
    assert found == pieces and "".join(found) == word
    assert not any(unicodedata.combining(piece[0]) for piece in found)
