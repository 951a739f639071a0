"""The programs of the page `tokenization`."""

from core.programs.program import Program

ENCODE = Program(
    """
from core.text import load_bpe

tokenizer = load_bpe($n)
text = $text
result = tokenizer.encode(text)
print([tokenizer.token_bytes(i) for i in result])
assert tokenizer.decode(result) == text
""",
    ("core.text.BPETokenizer.encode",),
)

TRANSLATOR = Program(
    """
from core.models import translator

vocabulary = translator.load().vocabulary.cut($n)
result = vocabulary.ids($text)
print([vocabulary.token(i) for i in result])
""",
    ("core.models.translator.Vocabulary.ids",),
)

SPLIT = Program(
    """
from core.text import split_simplified

pieces = split_simplified($text)
print([piece.text for piece in pieces])
result = [piece.id for piece in pieces]
""",
    ("core.text.split_simplified", "core.text.hash_id"),
    "split",
)
