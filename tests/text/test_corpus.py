"""The corpus, its merges, and what a word vocabulary learned from it misses."""

import pytest

from core.files import read_verified
from core.text import learn_words, load_bpe, load_corpus, text_lengths, train_bpe, unknown_share, unknown_words


def test_the_shipped_merges_are_what_the_corpus_gives():
    merges = load_bpe().merges
    assert len(merges) == 4_000
    assert [step.pair for step in train_bpe(load_corpus(), 4_000, runners_up=0)] == merges


def test_the_corpus_is_the_two_novels():
    corpus = load_corpus()
    assert corpus.startswith("Persuasion\nby\nJane Austen") and "It is a truth universally acknowledged" in corpus
    assert corpus.isascii() and 1_000_000 < len(corpus) < 1_200_000
    assert all(line.strip() == line and line for line in corpus.splitlines())


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


def test_unknown_words_against_a_count_by_hand():
    vocabulary = learn_words("the cat and the dog and the bird", 2)
    assert vocabulary == ["the", "and"]
    assert learn_words("b a", 5) == ["a", "b"] and learn_words("a", -1) == []
    assert unknown_words("The cat AND the cat's whiskers, 42", vocabulary) == ["cat", "cat's", "whiskers"]
    assert unknown_share("The cat AND the cat's whiskers, 42", vocabulary) == 3 / 6
    assert unknown_share("42 !", vocabulary) is None


def test_a_larger_vocabulary_misses_less():
    corpus = load_corpus()
    train, held_out = corpus[:1_000_000], corpus[1_000_000:]
    words = learn_words(train, 20_000)
    shares = [unknown_share(held_out, words[:size]) for size in (100, 1_000, 5_000, 20_000)]
    assert shares == sorted(shares, reverse=True) and 0 < shares[-1] < shares[0] < 1


def test_lengths_and_their_squares():
    lengths = text_lengths("i ⭢ j", load_bpe(0))
    assert (lengths.characters, lengths.bytes, lengths.tokens, lengths.words) == (5, 7, 7, 3)
    assert lengths.pairs == {"characters": 25, "bytes": 49, "tokens": 49, "words": 9}
    assert lengths.characters_per_token == 5 / 7
    assert text_lengths("", load_bpe(0)).characters_per_token is None
