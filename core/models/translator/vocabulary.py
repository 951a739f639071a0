"""The translator's ids: three special ones, then those of its byte-level BPE."""

from core.text import BPETokenizer

PAD, BOS, EOS = 0, 1, 2
SPECIAL = {PAD: "<pad>", BOS: "<bos>", EOS: "<eos>"}


class Vocabulary:
    """Shifts the tokenizer's ids past PAD, BOS and EOS, which no text can produce.

    Example:
        >>> vocabulary = Vocabulary(BPETokenizer([]))
        >>> vocabulary.source("Hi"), vocabulary.text([BOS, 75, 108, EOS])
        ([75, 108, 2], 'Hi')
    """

    def __init__(self, tokenizer: BPETokenizer):
        self.tokenizer = tokenizer

    def __len__(self) -> int:
        return len(SPECIAL) + self.tokenizer.vocab_size

    def cut(self, merges: int) -> "Vocabulary":
        """The same with its first so many merges only."""
        return Vocabulary(BPETokenizer(self.tokenizer.merges[:merges]))

    def ids(self, text: str) -> list[int]:
        """The ids of a text, without special ones; its lone surrogates are read as U+FFFD."""
        return [token + len(SPECIAL) for token in self.tokenizer.encode(text)]

    def source(self, text: str) -> list[int]:
        """What the encoder reads: the text and EOS."""
        return [*self.ids(text), EOS]

    def target(self, text: str) -> list[int]:
        """BOS, the text, EOS: all but the last is what the decoder reads, all but the first what it is to say."""
        return [BOS, *self.ids(text), EOS]

    def text(self, ids) -> str:
        """The text of the ids, special ones left out; U+FFFD only where the ids end inside a character."""
        return self.tokenizer.decode([int(token) - len(SPECIAL) for token in ids if int(token) not in SPECIAL])

    def token(self, token_id: int) -> str:
        """One token for display: a special one by name, bytes that are not whole characters as hex."""
        if token_id in SPECIAL:
            return SPECIAL[token_id]
        content = self.tokenizer.token_bytes(token_id - len(SPECIAL))
        try:
            return content.decode()
        except UnicodeDecodeError:
            return content.hex(" ")
