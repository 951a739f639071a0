"""What tokenizers made of a text, and what a list of words lacks of it, in words."""

from collections.abc import Sequence

from core.say import number, percent, thousands
from core.text.bpe import BPETokenizer
from core.text.bpe_train import MergeStep
from core.text.pieces import TokenPiece, token_label
from core.text.simplified import Piece, collision_probability
from core.text.tables import tie_in_words
from core.text.words import TextLengths


def pieces_in_words(text: str, pieces: Sequence[TokenPiece], tokenizer: BPETokenizer) -> str:
    """How many tokens a text has, which is the longest, and whether they give the text back."""
    longest = max(pieces, key=lambda piece: len(piece.bytes)).label[:40]
    back = tokenizer.decode([piece.id for piece in pieces]) == text
    return (
        f"{len(tokenizer.merges):,} merges make {len(pieces):,} tokens of {len(text):,} characters "
        f"({len(text.encode()):,} bytes). The longest is “{longest}”. Decoded again, the ids give "
        f"{'exactly the same text' if back else 'another text'}."
    )


def word_in_pieces(tokenizer: BPETokenizer, word: str) -> str:
    """How a word is cut: by what is frequent, which is not what has a meaning of its own.

    Example:
        >>> word_in_pieces(BPETokenizer([(97, 98)]), "abc")
        'The pieces are what is frequent, not the parts that give a word its meaning: “abc” is cut into ·, ab, c.'
    """
    pieces = ", ".join(piece.label for piece in tokenizer.pieces(f" {word}"))
    return (
        f"The pieces are what is frequent, not the parts that give a word its meaning: “{word}” is cut into {pieces}."
    )


def comparisons_formula(lengths: TextLengths) -> tuple[str, str]:
    """What length costs in LaTeX, and the same for the characters and the tokens of a text."""
    pairs = lengths.pairs
    return (
        r"\text{comparisons} = N^2",
        rf"\begin{{aligned}} \text{{characters: }} & {thousands(lengths.characters)}^2 = "
        rf"{thousands(pairs['characters'])} \\ \text{{tokens: }} & {thousands(lengths.tokens)}^2 = "
        rf"{thousands(pairs['tokens'])} \end{{aligned}}",
    )


def merge_in_words(step: MergeStep, number: int, pair: str) -> str:
    """What merge `number` joins, named by `pair`, how often it occurs, and whether others occur as often."""
    return (
        f"Merge {number} joins “{pair}”, side by side in {step.count:,} places, to the new token "
        f"“{token_label(step.bytes)}” with the id {step.new_id}. {tie_in_words(step)}"
    )


def simplified_in_words(text: str, pieces: Sequence[Piece]) -> str:
    """How many pieces the rule makes, and how likely two of them share an id."""
    different = len({piece.text for piece in pieces})
    return (
        f"The rule makes {len(pieces):,} pieces of {len(text.split()):,} words; {different:,} of them are different. "
        f"The chance that two of those share an id is {percent(collision_probability(different))}."
    )


def lengths_in_words(lengths: TextLengths) -> str:
    """What characters cost instead of tokens. The text has some."""
    longer = lengths.characters_per_token
    return (
        f"As characters the text is {number(longer)} times as long as in {lengths.tokens:,} tokens, and an "
        f"attention map has {number(longer**2, 1)} times as many entries."
    )


def lengths_table(lengths: TextLengths) -> dict[str, list]:
    """The length of a text in each unit, and what it costs."""
    pairs = lengths.pairs
    return {
        "unit": list(pairs),
        "length": [getattr(lengths, unit) for unit in pairs],
        "comparisons": list(pairs.values()),
    }


def unknown_in_words(size: int, share: float, missing: Sequence[str]) -> str:
    """What a list of so many words lacks of a text; `missing`: the words that are not on it."""
    named = f", among them “{missing[0][:30]}”" if missing else ""
    return (
        f"A list of {size:,} words lacks {percent(share)} of the words of your text{named}. "
        "Byte-pair encoding lacks 0 %."
    )
