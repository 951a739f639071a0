"""SUR-01: half a character in a text. One rule wherever text comes in: it is read as U+FFFD, and nothing fails."""

from functools import cache

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from core.models import minilm, translator
from core.models.making.sentence_pairs import split_corpus
from core.models.translator.reading import normalise
from core.models.translator.table import word_tokens
from core.text import (
    BPETokenizer,
    UnknownWord,
    WordVectors,
    basic_words,
    hash_id,
    learn_words,
    load_bpe,
    one_merge,
    replace_surrogates,
    split_chunks,
    split_simplified,
    text_lengths,
    train_bpe,
    unknown_words,
    word_plane,
    word_spans,
    words_of,
)
from core.training import read_probe

SURROGATES = st.integers(0xD800, 0xDFFF).map(chr)
TEXTS = st.lists(st.one_of(SURROGATES, st.characters(), st.sampled_from(list(" abé👍\n"))), max_size=20).map("".join)
CASE = "a\ud83d b"


@cache
def tiny() -> BPETokenizer:
    return BPETokenizer([(0xEF, 0xBF), (256, 0xBD), (97, 98)])  # U+FFFD is two merges


@cache
def german() -> "translator.Translator":
    return translator.load()


@cache
def bert() -> "minilm.MiniLM":
    return minilm.load()


READERS = {
    "encode": lambda text: tiny().encode(text),
    "encode_steps": lambda text: list(tiny().encode_steps(text)),
    "pieces": lambda text: tiny().pieces(text),
    "the merges that ship": lambda text: load_bpe().encode(text),
    "BPETokenizer.train": lambda text: BPETokenizer.train(text, 5).merges,
    "train_bpe": lambda text: list(train_bpe(text, 5)),
    "one_merge": lambda text: one_merge(text, tiny().merges, 3),
    "split_chunks": split_chunks,
    "split_simplified": split_simplified,
    "hash_id": hash_id,
    "basic_words": basic_words,
    "word_spans": word_spans,
    "WordPiece.encode": lambda text: bert().word_piece.encode(text),
    "MiniLM.unknown": lambda text: bert().unknown(text),
    "words_of": words_of,
    "unknown_words": lambda text: unknown_words(text, ["a"]),
    "learn_words": lambda text: learn_words(text, 9),
    "text_lengths": lambda text: text_lengths(text, tiny()),
    "normalise": normalise,
    "source": lambda text: german().vocabulary.source(text),
    "target": lambda text: german().vocabulary.target(text),
    "split_corpus": lambda text: split_corpus([(normalise(text), "b"), ("c", normalise(text))]),
    "words of a table": lambda text: WordVectors([f"a{text}"], [[1.0, 2.0]]).words,
}


@given(TEXTS)
def test_the_rule_replaces_each_and_moves_nothing(text):
    read = replace_surrogates(text)
    assert read == "".join("\ufffd" if 0xD800 <= ord(c) < 0xE000 else c for c in text)
    assert read.encode().decode() == read == replace_surrogates(read) and len(read) == len(text)


@pytest.mark.parametrize("reader", READERS)
@settings(deadline=None, max_examples=40)
@given(TEXTS)
@example(CASE)
@example("\udc4d\ud83d")
def test_every_reader_reads_the_sign_in_its_place(reader, text):
    assert READERS[reader](text) == READERS[reader](replace_surrogates(text))


@settings(deadline=None)
@given(TEXTS)
def test_what_comes_back_is_the_text_with_the_sign(text):
    assert tiny().decode(tiny().encode(text)) == "".join(split_chunks(text)) == replace_surrogates(text)
    learned = BPETokenizer.train(text, 20)
    assert learned.decode(learned.encode(text)) == replace_surrogates(text)
    pieces = tiny().pieces(text)
    assert b"".join(piece.bytes for piece in pieces).decode() == replace_surrogates(text)
    assert max((piece.end for piece in pieces), default=0) == len(text)


def test_sur_01_as_it_was_reported():
    assert BPETokenizer([]).encode(CASE) == [97, 0xEF, 0xBF, 0xBD, 32, 98]
    assert [piece.text for piece in split_simplified(CASE)] == ["a\ufffd", "b"]
    found = german().translate(CASE)
    assert found == german().translate("a\ufffd b") and found.text.encode()
    assert german().search(CASE, beams=2) == german().search("a\ufffd b", beams=2)
    assert german().source_ids(CASE) == german().source_ids("a\ufffd b")
    assert word_tokens(german(), "\ud83dx") == word_tokens(german(), "\ufffdx")


def test_the_encoder_keeps_no_half_character():
    trace = bert().trace("The \ud83ddog sleeps.")
    assert trace.text == "The \ufffddog sleeps." and trace.positions_of("sleeps")
    with pytest.raises(ValueError, match="no word “\ufffd”"):
        trace.positions_of("\udc4d")


def test_word_lists_and_what_is_said_of_them():
    vectors = WordVectors(["cat", "d\ud83d"], [[1.0, 0.0], [0.0, 1.0]])
    assert "d\udc4d" in vectors and vectors.cosine("d\ud83d", "D\ufffd ") == 1
    with pytest.raises(UnknownWord) as error:
        vectors["ca\ud83d"]
    assert str(error.value).encode() and error.value.word == "ca\ufffd"
    plane = word_plane(vectors, {"group": ["cat", "d\udc4d"]}, "cat", "d\ud83d")
    assert plane.words == ["cat", "d\ufffd"]


def test_a_refusal_can_be_printed():
    with pytest.raises(ValueError, match="you typed") as error:
        read_probe("AB\ud83dC")
    assert str(error.value).encode() and r"'\ud83d'" in str(error.value)
