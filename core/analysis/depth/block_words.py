"""One block as a diagram, as a table, in LaTeX and in words."""

from collections.abc import Sequence

import torch

from core.analysis.depth.block import BlockStep
from core.say import bracketed, minus_signs, number

_TITLES = {
    "x": "x",
    "attention": "Attention",
    "sum1": "x + Attention",
    "mid": "mid",
    "hidden": "hidden units",
    "ffn": "FFN",
    "sum2": "mid + FFN",
    "out": "out",
}
_FORMULAS = {
    "pre": r"\begin{aligned} x_{mid} &= x + \mathrm{Attention}(\mathrm{Norm}(x)) \\"
    r" x_{out} &= x_{mid} + \mathrm{FFN}(\mathrm{Norm}(x_{mid})) \end{aligned}",
    "post": r"\begin{aligned} x_{mid} &= \mathrm{Norm}(x + \mathrm{Attention}(x)) \\"
    r" x_{out} &= \mathrm{Norm}(x_{mid} + \mathrm{FFN}(x_{mid})) \end{aligned}",
}
_SUMS = {"mid": "mid = x + Attention", "out": "out = mid + FFN"}  # pre-norm: these are nothing but additions
_ON_STREAM = ("x", "sum1", "mid", "sum2", "out")


def station(step: BlockStep, place: str, norm: str) -> tuple[str, str, bool, bool]:
    """One box of the diagram: title, text, whether it lies on the stream, whether it is a norm.

    place  of the norms, "pre" or "post";  norm  its name
    """
    is_norm = step.name.startswith("norm") or (place == "post" and step.name in _SUMS)
    title = _TITLES.get(step.name, norm)
    if step.name in _SUMS:
        title = _SUMS[step.name] if place == "pre" else f"{step.name} = {norm}"
    text = minus_signs(vector_in_words(step.values.tolist()))
    if step.name == "hidden":
        text = f"{len(step.values)} units, {int((step.values > 0).sum())} above 0"
    return title, text, step.name in _ON_STREAM, is_norm


def vector_in_words(values: Sequence[float]) -> str:
    """The first components of a vector, few enough for a box.

    Example:
        >>> vector_in_words([1, 2.5, 300]), vector_in_words([0, 0, 0, 0, 0])
        ('1.00, 2.50, 300.0', '0.00, 0.00, 0.00, 0.00, …')
    """
    shown = ", ".join(number(v, 1 if abs(v) >= 100 else 2) for v in values[:4])
    return shown if len(values) <= 4 else f"{shown}, …"


def block_table(steps: Sequence[BlockStep]) -> dict[str, list]:
    """The vectors of a block, one row a station; the hidden units, which are more, are left out."""
    wide = [step for step in steps if step.name != "hidden"]
    columns = {f"component {i + 1}": [float(step.values[i]) for step in wide] for i in range(len(wide[0].values))}
    return {"station": [step.name for step in wide], "computed as": [step.formula for step in wide], **columns}


def block_formula(steps: Sequence[BlockStep], place: str) -> tuple[str, str]:
    """The two sums of a block, and the same for the first component with the numbers in."""
    x, attention, mid, ffn, out = (float(_values(steps, name)[0]) for name in ("x", "attention", "mid", "ffn", "out"))
    becomes = "=" if place == "pre" else r"\to"
    return _FORMULAS[place], (
        rf"\begin{{aligned}} \text{{component 1:}}\quad & {number(x)} + {bracketed(attention)} {becomes} {number(mid)}"
        rf" \\ & {number(mid)} + {bracketed(ffn)} {becomes} {number(out)} \end{{aligned}}"
    )


def block_in_words(steps: Sequence[BlockStep], place: str, norm: str) -> str:
    """What goes into a block and what comes out, and what lies on its stream; norm: its name."""
    x, out = (vector_in_words(_values(steps, name).tolist()) for name in ("x", "out"))
    stream = "Only additions lie on the stream." if place == "pre" else "Two norms lie on the stream."
    return f"{place}-norm, {norm}: x goes in as ({x}) and comes out as ({out}). {stream}"


def _values(steps: Sequence[BlockStep], name: str) -> torch.Tensor:
    return next(step.values for step in steps if step.name == name)
