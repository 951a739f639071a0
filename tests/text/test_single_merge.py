"""One merge on a text: what it joins, and what it leaves."""

import pytest

from core.text import BPETokenizer, load_merge_steps, load_words, one_merge, token_label, train_bpe


def test_the_joined_tokens_make_the_new_ones():
    text = "the cat and the hat 👍🏽👍🏽"
    merges = [step.pair for step in train_bpe(text, 12)]
    for number in range(1, len(merges) + 1):
        step = one_merge(text, merges, number)
        assert len(step.before) - len(step.after) == len(step.wholes)
        for whole, (left, right) in zip(step.wholes, zip(step.parts[::2], step.parts[1::2], strict=True), strict=True):
            assert step.before[left].bytes + step.before[right].bytes == step.after[whole].bytes
            assert (step.before[left].id, step.before[right].id) == merges[number - 1]
        rest = {piece.id for index, piece in enumerate(step.after) if index not in step.wholes}
        assert 255 + number not in rest


@pytest.mark.parametrize("number", [0, 2])
def test_a_merge_that_was_not_learned_is_refused(number):
    with pytest.raises(ValueError, match="merges 1 … 1"):
        one_merge("abab", [(97, 98)], number)


def test_labels_are_characters_or_bytes():
    assert [token_label(token) for token in (b" a", b"\t", "é".encode(), "é".encode()[1:])] == ["·a", "→", "é", "a9"]


def test_the_steps_of_the_corpus_are_those_that_ship():
    from core.text import load_bpe

    steps = load_merge_steps()
    assert [step.pair for step in steps] == load_bpe(200).merges
    assert all(step.count >= count for step in steps for _, count in step.runners_up)
    assert BPETokenizer([step.pair for step in steps]).encode(" the") == [265]


def test_the_words_of_the_corpus_are_ordered_by_frequency():
    assert load_words(3) == ["the", "to", "and"] and len(load_words(4256)) == 4256
