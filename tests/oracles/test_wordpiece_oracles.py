"""WordPiece against both BERT tokenizers of `transformers`, the one in Python and the one in Rust."""

import random
import unicodedata

import pytest

from core.text import WordPiece, load_corpus, words_of

TEXTS = [
    "The animal didn't cross the street because it was too tired.",
    "Déjà vu — naïve café, Straße 42; “quoted” $3.14 50% a+b=c `x` ~y^z|",
    "日本語テキスト 東京 한국어 العربية हिन्दी",
    "👍🏽 👨‍👩‍👧 e\u0301 İstanbul ﬁne ½ ² Ⅷ",
    " \t\n\r a\u00a0b\u2003c\u200bd\u2028e\x85f\x0bg\x1ch ",
    "x" * 100 + " " + "x" * 101,
    "unaffable internationalization " * 3,
    "<|endoftext|> <unk> <s>",
    "",
]


@pytest.fixture(scope="module")
def vocab():
    """Every letter and sign of the texts below, bare and as a continuation, and common words and endings."""
    words = sorted({word for word in words_of(load_corpus()[:200_000]) if word.isalpha()})
    signs = [chr(code) for code in range(33, 0x250)] + list("日本東京語テキストハن한국")
    endings = [f"##{word[-length:]}" for word in words for length in (2, 3, 4) if len(word) > 5]
    entries = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *words, *signs, *(f"##{sign}" for sign in signs), *endings]
    return list(dict.fromkeys(entries))


@pytest.fixture(scope="module")
def legacy(vocab, tmp_path_factory):
    transformers = pytest.importorskip("transformers")
    path = tmp_path_factory.mktemp("vocab") / "vocab.txt"
    path.write_text("\n".join(vocab) + "\n", encoding="utf-8")
    return transformers.BertTokenizerLegacy(str(path))


@pytest.fixture(scope="module")
def fast(vocab):
    transformers = pytest.importorskip("transformers")
    return transformers.BertTokenizer(vocab={token: token_id for token_id, token in enumerate(vocab)})


@pytest.mark.parametrize("text", TEXTS)
def test_the_same_ids_as_both(vocab, legacy, fast, text):
    ids = WordPiece(vocab).encode(text)
    assert ids == legacy(text)["input_ids"] == fast(text)["input_ids"]


def test_the_same_ids_on_a_long_text(vocab, legacy, fast):
    text = load_corpus()[300_000:330_000]
    ids = WordPiece(vocab).encode(text)
    assert ids == legacy(text)["input_ids"] == fast(text)["input_ids"]
    assert vocab.index("[UNK]") not in ids and sum(vocab[i].startswith("##") for i in ids) > 100


def test_the_same_treatment_of_characters_of_every_kind(vocab, legacy):
    pieces = WordPiece(vocab)
    kinds = {}
    for character in map(chr, range(0x30000)):
        kinds.setdefault(unicodedata.category(character), []).append(character)
    chosen = random.Random(0)
    for kind in set(kinds) - {"Cs"}:
        for character in chosen.sample(kinds[kind], min(60, len(kinds[kind]))):
            text = f"a{character}b"
            assert pieces.encode(text) == legacy(text)["input_ids"], f"U+{ord(character):04X} {kind}"
