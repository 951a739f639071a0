"""The tokenization page: what it says about a text is so, and the texts that broke other tokenizers break nothing."""

import pytest

from core.text import load_bpe, split_simplified
from tests.evidence import holds
from tests.pages.driver import assert_sound, open_page, plain_text, snippets


def chart_table(app, nth: int):
    """The first table of the nth chart."""
    import pyarrow as pa

    proto = app.get("vega_lite_chart")[nth].proto
    data = next(d for d in proto.datasets if d.name == "table0").data.data
    return pa.ipc.open_stream(data).read_all().to_pydict()


def test_ids_and_boxes_are_those_of_the_tokenizer():
    app = open_page("tokenization", {"text": "transformer", "merges": "100"})
    pieces = load_bpe(100).pieces("transformer")
    table = chart_table(app, 0)
    assert table["id"] == [str(piece.id) for piece in pieces]
    assert "".join(table["token"]) == "transformer"
    assert snippets(app)["snippet"][1] == [piece.id for piece in pieces]
    assert snippets(app)["split"][1] == [piece.id for piece in split_simplified("transformer")]


def test_fewer_merges_make_more_tokens():
    counts = [len(chart_table(open_page("tokenization", {"merges": n}), 0)["id"]) for n in ("0", "100", "4000")]
    assert counts[0] > counts[1] > counts[2]


@pytest.mark.parametrize(("number", "joined", "count"), [("1", "aa", 4), ("2", "ab", 2), ("3", "aaab", 2)])
def test_tok_10_the_stepper_tells_the_merges_that_are_made(number, joined, count):
    app = open_page("tokenization", {"text": "aaabdaaabac", "merge": number})
    said = plain_text(app)
    assert f"in {count} places, to the new token “{joined}” with the id {255 + int(number)}" in said
    if number == "2":
        assert "2 pairs are equally frequent, and this one has the smallest ids: (97, 98)" in said


def test_tok_10_the_text_after_three_merges():
    table = chart_table(open_page("tokenization", {"text": "aaabdaaabac", "merge": "3"}), 4)
    assert table["token"] == ["aaab", "d", "aaab", "a", "c"]


@pytest.mark.parametrize("text", ["", "   ", "a"])
def test_tok_08_little_or_nothing(text):
    app = open_page("tokenization", {"text": text})
    assert_sound(app)
    said = plain_text(app)
    if not text:
        assert "The text is empty: 0 tokens." in said
    if text != "   ":
        assert "there is nothing to learn from it: 0 merges" in said


@pytest.mark.parametrize(
    ("text", "characters", "size"),
    [
        ("👍🏽 “quoted”", 11, 21), ("i ⭢ j", 5, 7), ("  Hello World.", 14, 14), ("a\tb\nc\n\n", 7, 7), ("a\r\nb", 4, 4),
        ("hi ", 3, 3), ("<|endoftext|>", 13, 13), ("<unk> <s> <pad>", 15, 15), ("<img src=x onerror=alert(1)>", 28, 28),
    ],
)  # fmt: skip
def test_tok_01_03_04_05_every_text_comes_back_exactly(text, characters, size):
    app = open_page("tokenization", {"text": text, "merges": "30"})
    assert_sound(app)
    said = plain_text(app)
    assert f"of {characters} characters ({size} bytes)" in said and "give exactly the same text" in said
    labels = chart_table(app, 0)["token"]
    assert "\ufffd" not in "".join(labels) and not any(c.isspace() for label in labels for c in label.replace(" ", ""))
    own = {block.value for block in open_page("tokenization").markdown}
    assert text not in "\n".join(block.value for block in app.markdown if block.value not in own)


@holds(
    "tokenization",
    says=("A token that is not a whole character is shown as its bytes, two hexadecimal digits each, in a dotted box."),
    against="the eight bytes of an emoji, written down by hand",
)
def test_tok_01_partial_characters_are_bytes_in_dotted_boxes():
    table = chart_table(open_page("tokenization", {"text": "👍🏽", "merges": "0"}), 0)
    assert table["token"] == ["f0", "9f", "91", "8d", "f0", "9f", "8f", "bd"] and all(table["dotted"])


def test_tok_07_a_long_text_is_cut_and_the_page_says_so():
    app = open_page("tokenization", {"text": "a" * 10_000})
    assert_sound(app)
    said = plain_text(app)
    assert "It was cut from 10,000 to 2,000 characters." in said
    assert "The rule makes 2 pieces of 1 words" in said
    assert [len(piece.text) for piece in split_simplified(app.text_area[0].value)] == [5, 1995]


def test_tok_13_the_chance_of_a_collision_is_on_the_page():
    shown = "\n".join(block.value for block in open_page("tokenization").markdown)
    assert "chance of 3.3 %, among 226 with one of 49.8 %" in shown


def test_words_that_are_not_on_the_list_are_named():
    said = plain_text(open_page("tokenization", {"text": "the tokenizer and the internet"}))
    assert "lacks 40.0 % of the words of your text, among them “tokenizer”" in said
    assert "Not on the list: tokenizer, internet" in said


@pytest.mark.parametrize(("merges", "cut"), [("1000", "·inter, n, ation, al, iz, ation"), ("0", "·, i, n, t, e, r, n")])
def test_the_pieces_of_a_word_are_what_is_frequent(merges, cut):
    assert f"“internationalization” is cut into {cut}" in plain_text(open_page("tokenization", {"merges": merges}))
