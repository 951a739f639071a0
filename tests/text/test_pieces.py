"""Tokens as they are shown."""

from hypothesis import given
from hypothesis import strategies as st

from core.text import BPETokenizer, load_bpe


@given(st.text(max_size=60))
def test_pieces_tile_the_bytes_and_stay_inside_the_text(text):
    pieces = load_bpe(500).pieces(text)
    assert b"".join(piece.bytes for piece in pieces) == text.encode()
    assert [piece.start for piece in pieces] == sorted(piece.start for piece in pieces)
    for piece in pieces:
        assert 0 <= piece.start < piece.end <= len(text)
        assert piece.bytes in text[piece.start : piece.end].encode()
        assert piece.text in (None, text[piece.start : piece.end])
    assert {i for piece in pieces for i in range(piece.start, piece.end)} == set(range(len(text)))


def test_labels_show_bytes_or_visible_white_space():
    tokenizer = BPETokenizer([])
    assert [piece.label for piece in tokenizer.pieces("é a\t\r\n")] == ["c3", "a9", "·", "a", "→", "␍", "↵"]
    assert [(piece.start, piece.end) for piece in tokenizer.pieces("é a")] == [(0, 1), (0, 1), (1, 2), (2, 3)]
