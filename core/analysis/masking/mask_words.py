"""A painted mask in words and in LaTeX: how much it hides, and whether the future is in sight."""

from collections.abc import Sequence

import torch

from core.analysis.masking.leaks import TeacherForcing
from core.analysis.masking.painting import MaskedSoftmax
from core.say import number


def listed(items: Sequence[int]) -> str:
    """Numbers in a sentence.

    Example:
        >>> listed([1, 2, 5]), listed([3, 4, 5]), listed([7])
        ('1, 2 and 5', '3 to 5', '7')
    """
    words = [str(item) for item in items]
    if len(items) > 2 and list(items) == list(range(items[0], items[-1] + 1)):
        return f"{words[0]} to {words[-1]}"
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + f" and {words[-1]}"


def mask_in_words(result: MaskedSoftmax) -> str:
    """How many cells are hidden, who sees nothing, whether rows add up to 1, and where the future is in sight."""
    t = len(result.visible)
    hidden = t * t - int(result.visible.sum())
    text = f"{hidden} of {t * t} cells are hidden; their weight is exactly 0."
    if len(result.blind) == 1:
        text += f" Query {result.blind[0]} sees nothing: its weights are all 0, and so is its output."
    elif result.blind:
        text += f" Queries {listed(result.blind)} see nothing: their weights are all 0, and so are their outputs."
    seeing = t - len(result.blind)
    text += f" {'Every row' if seeing == t else f'Each of the other {seeing} rows'} adds up to 1." if seeing else ""
    if result.ahead:
        (query, key), *others = result.ahead
        more = f" and {len(others)} more" if others else ""
        text += f" The mask leaks: query {query} sees the later key {key}{more}."
    return text


def cell_formula(result: MaskedSoftmax, i: int, j: int) -> str:
    """One cell of P, with the numbers in."""
    score, seen = result.raw[i, j].item(), result.visible[i].tolist()
    name, m = f"P_{{{i},{j}}}", "0" if seen[j] else r"(-\infty)"
    if not any(seen):
        return rf"{name} = 0 \quad \text{{by rule: softmax of nothing but }} -\infty \text{{ would be }} 0/0"
    return (
        rf"{name} = \frac{{e^{{S_{{{i},{j}}} + M_{{{i},{j}}}}}}}{{\sum_{{j'}} e^{{S_{{{i},j'}} + M_{{{i},j'}}}}}}"
        rf" = \frac{{e^{{{number(score)} + {m}}}}}{{{_compact(result.totals[i].item())}}}"
        rf" = {number(result.weights[i, j].item(), 4)}"
    )


def zeroed_in_words(result: MaskedSoftmax, i: int) -> str:
    """What would be left of row i, were its hidden weights set to zero after the softmax instead."""
    seen = result.visible[i]
    if seen.all():
        return f"Row {i} hides nothing, so here it would be the same to set weights to zero after the softmax."
    left = float(result.raw[i].softmax(-1)[seen].sum())
    return (
        f"Were the hidden weights of row {i} set to zero after the softmax instead, the others would add up to "
        f"{number(left, 3)} and not to 1, and would still depend on the hidden scores."
    )


def mask_table(result: MaskedSoftmax) -> dict[str, list]:
    """M and P, a column for each key."""
    t = len(result.visible)
    return {
        "query": [str(i) for i in range(t)],
        **{f"M {k}": ["0" if seen else "−∞" for seen in result.visible[:, k].tolist()] for k in range(t)},
        **{f"P {k}": result.weights[:, k].tolist() for k in range(t)},
    }


def strange_in_words(strange: Sequence[str]) -> str:
    """What of a painting, as `read_cells` found it, is no cell.

    Example:
        >>> strange_in_words(["x", "50-1"])
        'Not a cell, and left out: x, 50-1. Cells are written as row-column, from 0-0 to 11-11.'
    """
    return f"Not a cell, and left out: {', '.join(strange[:5])}. Cells are written as row-column, from 0-0 to 11-11."


def change_in_words(moved: Sequence[float], j: int) -> str:
    """Which outputs a new token at position j moves, and whether earlier ones are among them: a line each.

    moved  the largest change of a logit at each output, T
    """
    early = [i for i in range(j) if moved[i] > 0]
    later = [i for i in range(j, len(moved)) if moved[i] > 0]
    text = f"A new token at position {j} moves {'outputs ' + listed(later) if later else 'no output from there on'}.\n"
    if early:
        leak = number(max(moved[:j]), 3)
        return text + f"It also moves {listed(early)}, which should not know it: a leak of up to {leak}."
    return text + (
        "All earlier outputs are the same to the last bit." if j else "There is no earlier output that could move."
    )


def leaks_in_words(moved: torch.Tensor) -> str:
    """Whether any output moves with a later token.  moved [outputs T, changed token T], as `leak_test` gives it

    Example:
        >>> leaks_in_words(torch.tensor([[1.0, 0.5], [0.0, 1.0]]))
        'A cross stands for a change of exactly 0. Above the diagonal, 1 of 1 cells move: the future leaks.'
    """
    t, leaks = len(moved), int((moved.triu(1) > 0).sum())
    return (
        f"A cross stands for a change of exactly 0. Above the diagonal, {leaks} of {t * (t - 1) // 2} cells move: "
        + ("the future leaks." if leaks else "nothing leaks.")
    )


def change_table(moved: torch.Tensor, j: int) -> dict[str, list]:
    """How far each output moves with token j.  moved [outputs T, changed token T]

    Example:
        >>> change_table(torch.tensor([[1.0, 0.5], [0.0, 1.0]]), 1)
        {'output': ['output 0', 'output 1'], 'largest change of a logit': [0.5, 1.0]}
    """
    return {"output": [f"output {i}" for i in range(len(moved))], "largest change of a logit": moved[:, j].tolist()}


def leaks_table(moved: torch.Tensor) -> dict[str, list]:
    """How far each output moves, a column for each changed token.  moved [outputs T, changed token T]

    Example:
        >>> leaks_table(torch.tensor([[1.0]]))
        {'output': ['0'], 'token 0 changed': [1.0]}
    """
    t = range(len(moved))
    return {"output": [str(i) for i in t], **{f"token {k} changed": moved[:, k].tolist() for k in t}}


def passes_in_words(both: TeacherForcing) -> str:
    """Whether one pass over all positions gives the losses of a pass for each."""
    t, wrong = len(both.one_pass), [i for i, gap in enumerate(both.differences) if gap > 1e-9]
    text = f"Bars: {t} losses from one pass. Upright lines: one pass each. "
    if not wrong:
        return text + f"The largest difference is {both.largest_difference:.1e}, the rounding of the machine."
    return text + (
        f"They differ at {listed(wrong)}, by up to {number(both.largest_difference, 3)} nats: "
        "in one pass these positions saw tokens that come later."
    )


def passes_table(both: TeacherForcing) -> dict[str, Sequence]:
    """The loss at each position, from one pass and from a pass of its own."""
    return {
        "position": range(len(both.one_pass)),
        "one pass": both.one_pass,
        "separate passes": both.separate,
        "difference": both.differences,
    }


def work_of_passes_in_words(t: int) -> str:
    """What one pass over t tokens computes, and what t passes over their beginnings do.

    Example:
        >>> work_of_passes_in_words(4)
        'One pass computes 4 positions; the 4 separate ones compute 10.'
    """
    return f"One pass computes {t} positions; the {t} separate ones compute {t * (t + 1) // 2}."


def _compact(x: float) -> str:
    """A number for a formula, as a power of ten where it is very large.

    Example:
        >>> _compact(12.5), _compact(12_500_000.0)
        ('12.50', '1.25 \\\\cdot 10^{7}')
    """
    if x < 1e6:
        return number(x)
    digits, power = f"{x:.2e}".split("e")
    return rf"{digits} \cdot 10^{{{int(power)}}}"
