"""What tokenizers made of a text, and what a list of words lacks of it, in words."""

from collections.abc import Sequence

from core.say import number, percent, thousands
from core.text.bpe import BPETokenizer
from core.text.bpe_train import MergeStep
from core.text.pieces import TokenPiece, token_label
from core.text.simplified import Piece, collision_probability
from core.text.single_merge import OneMerge
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


def capped_in_words(tokens: int, drawn: int) -> str:
    """That not all tokens are drawn, with a space in front; nothing where they are.

    Example:
        >>> capped_in_words(300, 240), capped_in_words(240, 240)
        (' The first 240 are drawn, the table has all.', '')
    """
    return f" The first {drawn} are drawn, the table has all." if tokens > drawn else ""


def sizes_in_words(lengths: Sequence[int], merges: int, now: int, words: int) -> str:
    """How long a text of so many words is with bytes alone, `now` with so many merges, and with all of them.

    Example:
        >>> sizes_in_words([11, 4, 3], 100, 4, 2)
        'The text is 11 tokens long with bytes alone, 4 with 100 merges and 3 with all of them; it has 2 words.'
    """
    return (
        f"The text is {lengths[0]:,} tokens long with bytes alone, {now:,} with {merges:,} merges and {lengths[-1]:,} "
        f"with all of them; it has {words:,} words."
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


def merged_in_words(change: OneMerge, number: int, new: str) -> tuple[str, str]:
    """The length of a text before merge `number` and after it, and in how many places the token `new` is made.

    Example:
        >>> from core.text import one_merge
        >>> merged_in_words(one_merge("abab", [(97, 98)], 1), 1, "ab")
        ('Before merge 1 your text has 4 tokens.', 'After it there are 2: “ab” is made in 2 places.')
    """
    places = len(change.wholes)
    happened = f"“{new}” is made in {places:,} places" if places else f"“{new}” does not occur in it"
    return (
        f"Before merge {number} your text has {len(change.before):,} tokens.",
        f"After it there are {len(change.after):,}: {happened}.",
    )


def collision_formula(different: int) -> tuple[str, str]:
    """How likely it is that two of `different` pieces share an id, in LaTeX, and the same with the numbers in."""
    return (
        r"P = 1 - \prod_{i=0}^{n-1} \left(1 - \frac{i}{37{,}000}\right)",
        rf"n = {thousands(different)}: \quad P = {number(collision_probability(different), 4)}",
    )


def collisions_in_words() -> str:
    """What a collision is, and how soon one is likely."""
    return (
        "Two pieces with one id are the same to the model. Among 50 different pieces that happens with a chance of "
        f"{percent(collision_probability(50))}, among 226 with one of {percent(collision_probability(226))}. A learned "
        "vocabulary numbers its entries one by one, so its ids never collide. An accent or a joiner is never torn off "
        "its letter: the cut moves right until it is past it."
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


def missing_in_words(missing: Sequence[str], most: int = 12) -> str:
    """The first words that are not on a list.

    Example:
        >>> missing_in_words(["cat", "dog", "emu"], most=2)
        'Not on the list: cat, dog …'
    """
    return f"Not on the list: {', '.join(word[:30] for word in missing[:most])}{' …' if len(missing) > most else ''}"
