"""Learning, encoding and decoding with byte-level BPE."""

import json
import os
import random
import subprocess
import sys
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.text import BPETokenizer, merge_pair, split_chunks, train_bpe
from core.text.bpe_train import _PairCounts
from tests.evidence import holds

PINNED = {  # three merges of each, by the rule "highest count, then smallest (left id, right id)"
    "aaabbb": [b"aa", b"bb", b"abb"],
    "ab ab ba ba": [b" b", b"ab", b" ba"],
    "dcbbabcdcbabcd": [b"ab", b"bab", b"cd"],
    "aaaa": [b"aa", b"aaaa"],
    "": [],
    "😀😀😁😁": [b"\x9f\x98", b"\xf0\x9f\x98", b"\x80\xf0\x9f\x98"],
    "aaabdaaabac": [b"aa", b"ab", b"aaab"],
}


def recount(text, pairs):
    """Pair counts of `text` after `pairs` were merged, the plain way."""
    words = [list(chunk.encode()) for chunk in split_chunks(text)]
    for number, pair in enumerate(pairs):
        words = [merge_pair(word, pair, 256 + number) for word in words]
    counts = {}
    for word in words:
        for pair in pairwise(word):
            counts[pair] = counts.get(pair, 0) + 1
    return counts


@pytest.mark.parametrize(("text", "tokens"), PINNED.items())
def test_pinned_merges(text, tokens):
    assert [step.bytes for step in train_bpe(text, 3)] == tokens


@holds(
    "tokenization",
    says="count every pair of neighbours, join the most frequent one wherever it stands, and count again",
    against="a fresh count of all pairs before each merge, on random texts",
)
@holds(
    "tokenization",
    says="If several pairs are equally frequent, the one with the smallest ids wins",
    against="the pairs of a fresh count in the order of count, then ids",
)
@given(st.text(alphabet="ab c", max_size=60))
def test_each_step_is_the_best_pair_of_a_fresh_count(text):
    done = []
    for step in train_bpe(text, 12):
        counts = recount(text, done)
        order = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
        assert (step.pair, step.count) == order[0]
        assert step.runners_up == tuple(order[1:5])
        assert step.tied == sum(count == step.count for count in counts.values())
        done.append(step.pair)
    assert len(done) == 12 or not recount(text, done)


def naive_merges(text: str, num_merges: int) -> list[tuple[tuple[int, int], int]]:
    """Byte-pair encoding as one would explain it: count every pair afresh, join the best everywhere, and again."""
    words = [list(chunk.encode()) for chunk in split_chunks(text)]
    learned = []
    for new_id in range(256, 256 + num_merges):
        counts = Counter(pair for word in words for pair in pairwise(word))
        if not counts:
            break
        best = min(counts, key=lambda pair: (-counts[pair], pair))
        learned.append((best, counts[best]))
        words = [merge_pair(word, best, new_id) for word in words]
    return learned


@holds(
    "tokenization",
    says="the two neighbours that stand side by side most often, gives the pair an id of its own, and repeats",
    against="a dozen lines that count every pair afresh after each merge, on random texts",
)
@holds(
    "tokenization",
    says="Learning is nothing but counting.",
    against="a dozen lines that count and join and do nothing else, on random texts",
)
@given(st.text(alphabet="ab c", max_size=60) | st.text(max_size=40))
def test_the_trainer_learns_what_the_naive_form_does(text):
    assert [(step.pair, step.count) for step in train_bpe(text, 40)] == naive_merges(text, 40)


def test_min_count_two_stops_when_no_pair_repeats():
    steps = list(train_bpe("the cat the hat", 100, min_count=2))
    assert [(step.bytes, step.count) for step in steps] == [(b"at", 2), (b"he", 2), (b"the", 2)]
    assert max(recount("the cat the hat", [step.pair for step in steps]).values()) == 1


def test_the_order_of_the_text_does_not_matter():
    one, other = "bbbaaaddddcccc", "aaabbbccccdddd"
    assert [s.bytes for s in train_bpe(one, 3)] == [s.bytes for s in train_bpe(other, 3)] == [b"cc", b"dd", b"aa"]


@holds(
    "tokenization",
    says="so that the result never depends on chance",
    against="the merges in four processes with other seeds for hashes",
)
def test_the_same_merges_in_every_process():
    code = (
        "from core.text import train_bpe; print([s.pair for s in train_bpe('she sells sea shells by the shore', 40)])"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env=os.environ | {"PYTHONHASHSEED": str(seed)},
            capture_output=True,
            check=True,
            encoding="utf-8",
        ).stdout
        for seed in range(4)
    }
    assert len(outputs) == 1 and outputs.pop().startswith("[(")


@given(st.text(max_size=80))
def test_round_trip_of_any_text(text):
    tokenizer = BPETokenizer.train(text + "the cat sat on the mat, déjà vu", 30)
    ids = tokenizer.encode(text)
    assert tokenizer.decode(ids) == text
    assert b"".join(map(tokenizer.token_bytes, ids)) == text.encode()
    assert "".join(split_chunks(text)) == text


@given(st.text(alphabet="abc ", max_size=40), st.integers(0, 40))
def test_encode_applies_the_merges_in_the_order_of_learning(text, num_merges):
    tokenizer = BPETokenizer.train("abc abca bcab cabc aabbcc aaaa" + text, num_merges)
    words = [list(chunk.encode()) for chunk in split_chunks(text)]
    for number, pair in enumerate(tokenizer.merges):
        words = [merge_pair(word, pair, 256 + number) for word in words]
    expected = [token for word in words for token in word]
    assert tokenizer.encode(text) == expected
    steps = list(tokenizer.encode_steps(text))
    assert list(steps[0].ids) == list(text.encode()) and list(steps[-1].ids) == expected
    assert [step.rank for step in steps[1:]] == sorted({step.rank for step in steps[1:]})


def test_a_chunk_of_ten_thousand_letters_costs_no_square():
    letters = "".join(random.Random(0).choices("etaoin", k=10_000))
    tokenizer = BPETokenizer.train(letters[:2000] + " " + "a" * 64, 200)
    looked_up = 0

    class Counting(dict):
        def get(self, *key):
            nonlocal looked_up
            looked_up += 1
            return super().get(*key)

    tokenizer._ranks = Counting(tokenizer._ranks)
    for text in ("a" * 10_000, letters):
        looked_up = 0
        assert tokenizer.decode(tokenizer.encode(text)) == text
        assert looked_up < 10 * len(text)


def test_training_touches_only_the_chunks_that_hold_the_pair():
    pairs = _PairCounts("ab ab cd")
    before = pairs.words[-1]
    pairs.merge((97, 98), 256)
    assert pairs.words[-1] is before
    assert sorted(pairs.words, key=len) == [[256], [32, 256], [32, 99, 100]]


def test_decode_marks_partial_characters_once():
    tokenizer = BPETokenizer([])
    assert tokenizer.decode([0xF0, 0x9F]) == "\ufffd"
    assert tokenizer.decode([]) == ""


@pytest.mark.parametrize("token_id", [-1, 256, 10**9])
def test_an_unknown_id_is_refused(token_id):
    with pytest.raises(ValueError, match="outside the vocabulary 0 … 255"):
        BPETokenizer([]).decode([token_id])


@pytest.mark.parametrize(
    ("merges", "message"),
    [
        ([(97, 300)], r"merge 0 joins \(97, 300\)"),
        ([(97, 98), (257, 97)], "merge 1 joins"),
        ([(-1, 98)], "merge 0 joins"),
        ([(97, 98), (97, 98)], "merge 1 repeats"),
        ([(97,)], "two token ids"),
        ([(97.5, 98)], "two token ids"),
        ([5], "two token ids"),
        (["ab"], "two token ids"),
    ],
)
def test_bad_merges_are_refused(merges, message):
    with pytest.raises(ValueError, match=message):
        BPETokenizer(merges)


@pytest.mark.parametrize("text", ["[]", "{}", '{"merges": 3}', "not json", '{"merges": [[97, 256]]}'])
def test_a_file_of_another_kind_is_refused(text):
    with pytest.raises(ValueError):
        BPETokenizer.from_json(text)


def test_json_keeps_merges_with_newlines_and_partial_characters():
    tokenizer = BPETokenizer.train("a\n\n\nb\r\nč👍🏽č👍🏽", 20)
    again = BPETokenizer.from_json(tokenizer.to_json())
    assert again.merges == tokenizer.merges and again.vocab_size == tokenizer.vocab_size == 256 + len(tokenizer.merges)
    json.loads(tokenizer.to_json())


@pytest.mark.parametrize("arguments", [{"num_merges": -1}, {"num_merges": 1, "min_count": 0}])
def test_bad_training_arguments_are_refused_at_once(arguments):
    with pytest.raises(ValueError):
        train_bpe("abab", **arguments)


def test_the_cache_is_bounded(monkeypatch):
    monkeypatch.setattr("core.text.bpe._CACHED_CHUNKS", 10)
    tokenizer = BPETokenizer.train("some words and some more words", 10)
    for number in range(50):
        tokenizer.encode(f"word{'x' * number} {'y' * 1000}")
        assert len(tokenizer._cache) <= 10
