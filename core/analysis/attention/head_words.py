"""What the heads of one attention do, in words and as the columns of a table. Tokens are given by name."""

from collections.abc import Sequence

from core.analysis.attention.heads import Alignment, ConcatCheck, HeadPattern, HeadView, most_bits
from core.decoding import entropy_bits
from core.say import number, percent, power


def head_names(n_heads: int) -> list[str]:
    """The heads of an attention, counted from 1 as for readers.

    Example:
        >>> head_names(2)
        ['head 1', 'head 2']
    """
    return [f"head {head + 1}" for head in range(n_heads)]


def pattern_table(patterns: Sequence[HeadPattern]) -> dict[str, list]:
    """Where each head looks, one row a head."""
    return {
        "head": head_names(len(patterns)),
        "entropy (bits)": [pattern.entropy for pattern in patterns],
        "on itself": [pattern.same for pattern in patterns],
        "on the token before": [pattern.previous for pattern in patterns],
        "on the token after": [pattern.next for pattern in patterns],
        "on the last key": [pattern.last for pattern in patterns],
    }


def patterns_in_words(patterns: Sequence[HeadPattern], layer: int, keys: int) -> str:
    """Which head of a layer (from 0) is the most decided and which the least, over so many keys."""
    bits = [pattern.entropy for pattern in patterns]
    sharp, flat = bits.index(min(bits)), bits.index(max(bits))
    return (
        f"Layer {layer + 1}: head {sharp + 1} is the most decided, with {number(bits[sharp])} bits of uncertainty a "
        f"row; head {flat + 1} spreads most, with {number(bits[flat])} bits of at most {number(most_bits(keys))}."
    )


def row_in_words(view: HeadView, rows: Sequence[str], columns: Sequence[str], i: int, *, scaled: bool) -> str:
    """Where query i of a head looks most, and how undecided it is; scaled: as the head was asked for."""
    if not view.allowed[i].any():
        return f"Nothing visible: every key is hidden from “{rows[i]}”, so its weights are 0 and its output is 0."
    best = int(view.weights[i].argmax())
    rule = f"divided by √d_k = {number(view.scale)}" if scaled else "without the division"
    return (
        f"“{rows[i]}” gives most weight, {percent(float(view.weights[i, best]))}, to “{columns[best]}” ({rule}). "
        f"Uncertainty of the row: {number(float(entropy_bits(view.weights[i])))} bits."
    )


def cell_in_words(view: HeadView, rows: Sequence[str], columns: Sequence[str], i: int, j: int) -> str:
    """One cell of a head: what query i gives to key j, with the score that this weight is the softmax of."""
    weight = percent(float(view.weights[i, j]))
    score = f"a score of {number(float(view.scores[i, j]), 3)}" if view.allowed[i, j] else "hidden by the mask"
    return f"The chosen cell: “{rows[i]}” (row {i}) gives “{columns[j]}” (column {j}) {weight}, {score}."


def alignment_in_words(found: Alignment, written: Sequence[str], source: Sequence[str]) -> str:
    """The clearest row of an alignment, and which predictions look at the source in the other order."""
    sure = int(found.weights.max(-1).values.argmax())
    share = percent(float(found.weights[sure].max()))
    first = f"The clearest row predicts “{written[sure]}”: {share} on “{source[found.best[sure]]}”. "
    if not found.crossings:
        return first + "No two predictions cross."
    i, j = found.clearest
    return first + (
        f"{len(found.crossings)} pairs of predictions cross; the clearest: “{written[i]}” comes before “{written[j]}” "
        f"but looks most at “{source[found.best[i]]}”, which stands after “{source[found.best[j]]}”."
    )


def additions_formula(check: ConcatCheck, i: int) -> tuple[str, str]:
    """The output of query i as the sum of what its heads add, and the same with the numbers in."""
    sum_of_heads = rf"\textstyle\sum_h z_{{{i},h}} W^O_h"
    return (
        r"\mathrm{out}_i = \sum_h z_{i,h} W^O_h",
        rf"\begin{{aligned}} \lVert \mathrm{{out}}_{{{i}}} \rVert &= {number(check.total)} \\"
        rf" \max \bigl| \mathrm{{out}}_{{{i}}} - {sum_of_heads} \bigr| &= {power(check.error)} \end{{aligned}}",
    )


def largest_weights_in_words(tops: Sequence[float]) -> str:
    """Which head puts most on one key; `tops` as `largest_weights` gives them.

    Example:
        >>> largest_weights_in_words([0.5, 0.75])
        'Head 2 looks hardest: its queries put 75.0 % on one key, on average.'
    """
    most = max(range(len(tops)), key=tops.__getitem__)
    return f"Head {most + 1} looks hardest: its queries put {percent(tops[most])} on one key, on average."


def additions_in_words(check: ConcatCheck, token: str) -> str:
    """Which head adds the longest vector to the output of a token, and how long all of them are together."""
    return (
        f"For “{token}”, head {check.longest + 1} adds the longest vector, "
        f"{number(check.lengths[check.longest])}. Together the heads have the length {number(check.total)}: they "
        "partly cancel. The chosen one is outlined."
    )
