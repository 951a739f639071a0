"""One block as a diagram and as a table: what its boxes say."""

from collections.abc import Sequence

from core.analysis.depth.block import BlockStep
from core.say import minus_signs, number

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
