"""The corpus, its merges, and what a word vocabulary learned from it misses."""

import re
from collections import Counter

import pytest

from core.files import read_verified
from core.text import (
    learn_words,
    load_bpe,
    load_corpus,
    load_words,
    text_lengths,
    train_bpe,
    unknown_share,
    unknown_words,
)
from tests.evidence import holds


@holds(
    "tokenization",
    says="two novels by Jane Austen, 4,000 times",
    against="the merges learned anew from the text of the novels",
)
def test_the_shipped_merges_are_what_the_corpus_gives():
    merges = load_bpe().merges
    assert len(merges) == 4_000
    assert [step.pair for step in train_bpe(load_corpus(), 4_000, runners_up=0)] == merges


@holds(
    "tokenization",
    says="two novels by Jane Austen",
    against="the first words of each novel, and their length in characters",
    within="",
)
def test_the_corpus_is_the_two_novels():
    corpus = load_corpus()
    assert corpus.startswith("Persuasion\nby\nJane Austen") and "It is a truth universally acknowledged" in corpus
    assert corpus.isascii() and 1_000_000 < len(corpus) < 1_200_000
    assert all(line.strip() == line and line for line in corpus.splitlines())


@holds(
    "tokenization",
    says="Use fewer of these merges, and the same text falls into more and smaller pieces.",
    against="the lengths of 20,000 characters of the novels under six numbers of merges",
    within="",
)
def test_more_merges_never_make_the_text_longer():
    text = load_corpus()[5_000:25_000]
    lengths = [len(load_bpe(n).encode(text)) for n in (0, 1, 10, 100, 1000, 4000)]
    assert lengths == sorted(lengths, reverse=True) and lengths[0] == len(text) and lengths[-1] < len(text) / 3


@pytest.mark.parametrize("num_merges", [-1, 4_001])
def test_load_bpe_refuses_merges_it_does_not_have(num_merges):
    with pytest.raises(ValueError, match="4,000"):
        load_bpe(num_merges)


def test_a_damaged_file_is_refused():
    with pytest.raises(ValueError, match="damaged"):
        read_verified("austen-bpe.json", "0" * 64)


@holds(
    "tokenization", says="every word that is not on it is **out of vocabulary**", against="a sentence counted by hand"
)
def test_unknown_words_against_a_count_by_hand():
    vocabulary = learn_words("the cat and the dog and the bird", 2)
    assert vocabulary == ["the", "and"]
    assert learn_words("b a", 5) == ["a", "b"] and learn_words("a", -1) == []
    assert unknown_words("The cat AND the cat's whiskers, 42", vocabulary) == ["cat", "cat's", "whiskers"]
    assert unknown_share("The cat AND the cat's whiskers, 42", vocabulary) == 3 / 6
    assert unknown_share("42 !", vocabulary) is None


@holds(
    "tokenization",
    shows="that a longer list of words misses less",
    against="the shares of four lists on the end of the novels, which they have not seen",
)
def test_a_larger_vocabulary_misses_less():
    corpus = load_corpus()
    train, held_out = corpus[:1_000_000], corpus[1_000_000:]
    words = learn_words(train, 20_000)
    shares = [unknown_share(held_out, words[:size]) for size in (100, 1_000, 5_000, 20_000)]
    assert shares == sorted(shares, reverse=True) and 0 < shares[-1] < shares[0] < 1


@holds(
    "tokenization",
    says="a sequence of length $N$ costs $N^2$ comparisons in every head of every layer",
    against="lengths and squares worked out by hand",
)
def test_lengths_and_their_squares():
    lengths = text_lengths("i ⭢ j", load_bpe(0))
    assert (lengths.characters, lengths.bytes, lengths.tokens, lengths.words) == (5, 7, 7, 3)
    assert lengths.pairs == {"characters": 25, "bytes": 49, "tokens": 49, "words": 9}
    assert lengths.characters_per_token == 5 / 7
    assert text_lengths("", load_bpe(0)).characters_per_token is None


@holds(
    "tokenization",
    says="256 of them, enough for every text there is",
    against=(
        "each of the 256 bytes, and a text with 66,000 characters of all kinds that is cut and put together again"
    ),
)
@holds(
    "tokenization",
    says="Bytes leave nothing out, whatever the number of merges.",
    against="the same text, with 0, 100 and 4,000 merges",
)
@pytest.mark.parametrize("num_merges", [0, 100, 4_000])
def test_every_byte_has_a_token_so_no_text_is_left_out(num_merges):
    tokenizer = load_bpe(num_merges)
    assert [tokenizer.token_bytes(byte) for byte in range(256)] == [bytes([byte]) for byte in range(256)]
    text = "".join(map(chr, [*range(0xD800), *range(0xE000, 0x110000, 97)]))
    assert tokenizer.decode(tokenizer.encode(text)) == text


@holds(
    "tokenization",
    says="filled with the most frequent words of the same novels",
    against="a count of all words of the novels",
)
def test_the_words_that_ship_are_the_most_frequent_of_the_novels():
    counts = Counter(re.findall("[a-z]+(?:'[a-z]+)*", load_corpus().lower()))
    words = set(load_words(1256))
    assert len(words) == 1256
    assert min(counts[word] for word in words) >= max(counts[word] for word in counts.keys() - words)
