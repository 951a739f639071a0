"""BPE, bit for bit, against trainers and encoders written by others."""

import unicodedata

import pytest

from core.text import BPETokenizer, load_corpus, split_chunks, train_bpe
from tests.evidence import holds

GPT2 = r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
MIXED = (
    "Déjà vu — naïve café, Straße 42; “quoted” 日本語テキスト 👍🏽👍🏽 "
    "e\u0301te\u0301 _x_\t\r\n\n  don't I'LL we've 3.14 "
) * 7


def rustbpe_merges(text, num_merges):
    rustbpe = pytest.importorskip("rustbpe")
    tokenizer = rustbpe.Tokenizer()
    tokenizer.train_from_iterator([text], 256 + num_merges, pattern=GPT2)
    return tokenizer, [token for token, rank in tokenizer.get_mergeable_ranks() if rank >= 256]


@holds(
    "tokenization",
    shows="a thousand merges of a megabyte, and the ids of 100,000 characters",
    against="rustbpe, a trainer written by others",
)
def test_a_thousand_merges_of_a_megabyte_equal_rustbpe():
    text = load_corpus()[:1_000_000]
    theirs, tokens = rustbpe_merges(text, 1000)
    steps = list(train_bpe(text, 1000))
    assert [step.bytes for step in steps] == tokens
    ours = BPETokenizer(step.pair for step in steps)
    assert ours.encode(text[:100_000]) == theirs.encode(text[:100_000])


@pytest.mark.parametrize(
    "text", ["aaabbb", "ab ab ba ba", "dcbbabcdcbabcd", "aaaa", "", "😀😀😁😁", "aaabdaaabac", "abcdef", MIXED]
)
def test_merges_of_small_texts_equal_rustbpe_to_the_very_end(text):
    theirs, tokens = rustbpe_merges(text, 500)
    ours = BPETokenizer.train(text, 500)
    assert [ours.token_bytes(256 + i) for i in range(len(ours.merges))] == tokens
    assert ours.encode(text) == theirs.encode(text)


@holds(
    "tokenization",
    shows="where words begin, beyond which no pair may reach",
    against="GPT-2's pattern in the package regex, on 200,000 characters",
)
def test_the_chunks_are_gpt2s():
    regex = pytest.importorskip("regex")
    for text in (load_corpus()[:200_000], MIXED):
        assert split_chunks(text) == regex.findall(GPT2, text)


def test_the_stated_differences_from_gpt2s_chunks_are_all():
    regex = pytest.importorskip("regex")
    known = [c for c in map(chr, range(0x3100)) if unicodedata.category(c) != "Cn"]  # regex knows a newer Unicode
    differing = {c for c in known if split_chunks(f"a{c}1") != regex.findall(GPT2, f"a{c}1")}
    assert differing == {c for c in known if regex.match(r"[\p{Nl}\p{No}]", c)}
    assert {"½", "²", "Ⅷ"} <= differing


@holds("tokenization", shows="the ids of a text", against="OpenAI's tiktoken with our merges")
def test_encode_equals_tiktoken():
    tiktoken = pytest.importorskip("tiktoken")
    ours = BPETokenizer.train(load_corpus()[:200_000], 500)
    ranks = {ours.token_bytes(i): i for i in range(ours.vocab_size)}
    theirs = tiktoken.Encoding("ours", pat_str=GPT2, mergeable_ranks=ranks, special_tokens={})
    for text in (MIXED, "a" * 50, "\ufeffbom", "👨‍👩‍👧", load_corpus()[300_000:320_000]):
        assert ours.encode(text) == theirs.encode(text)
