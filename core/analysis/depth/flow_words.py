"""How much of a gradient arrives, in words and in LaTeX; nothing, or more than a computer can write, included."""

import math
import sys
from collections.abc import Mapping, Sequence

from core.analysis.depth.many_seeds import FlowSpread
from core.analysis.depth.signal_flow import Flow
from core.analysis.spread import SEEDS, Spread
from core.say import number, percent, power


def factor_in_words(x: float) -> str:
    """A factor, plain between a hundredth and a thousand, else as a power of ten.

    Example:
        >>> factor_in_words(0.5), factor_in_words(0.0), factor_in_words(2e-7)
        ('0.50', 'nothing', '2.0e-07')
    """
    if x == math.inf:
        return f"more than {sys.float_info.max:.1e}, the largest number of 64 bits,"
    return number(x) if 0.01 <= x < 1000 else "nothing" if x == 0 else f"{x:.1e}"


def factor_in_latex(x: float) -> str:
    """The same for a formula.

    Example:
        >>> factor_in_latex(0.5), factor_in_latex(2e-7)
        ('0.50', '2.0 \\\\cdot 10^{-7}')
    """
    if x == math.inf:
        return rf"{{>}}\,{power(sys.float_info.max)}"
    return number(x) if 0.01 <= x < 1000 or x == 0 else power(x)


def arrival_in_words(pre: Flow, post: Flow) -> str:
    """What the bottom of either stack gets of the gradient at its top, and how long the streams have become."""
    pre_norm, post_norm = (f"{number(flow.gradient_at_input)} times as much" for flow in (pre, post))
    return (
        f"In this draw, of the gradient at the top, the input of {pre.depth} layers gets {pre_norm} with pre-norm and "
        f"{post_norm} with post-norm. The stream leaves the last layer {number(pre.norm[-1], 1)} times as long as it "
        f"came in with pre-norm, {number(post.norm[-1], 1)} times with post-norm."
    )


def arrival_over_seeds_in_words(pre: FlowSpread, post: FlowSpread) -> str:
    """The same for the deepest stack over seeds: the medians, and how often the bottom gets more than the top."""
    medians = [number(found.gradient_at_input.median[-1]) for found in (pre, post)]
    more = [percent(sum(ratio > 1 for ratio in _deepest(found)) / len(found.by_seed), 0) for found in (pre, post)]
    return (
        f"At {pre.depths[-1]} layers, in the median of {SEEDS} seeds, the input gets {medians[0]} times the gradient "
        f"at the top with pre-norm and {medians[1]} times with post-norm. It gets more than the top in {more[0]} of "
        f"the seeds with pre-norm, in {more[1]} with post-norm."
    )


def tops_in_words(pre: FlowSpread, post: FlowSpread) -> str:
    """The gradient of the last layer in the shallowest and in the deepest stack: the medians over seeds."""
    ends = [(found.top_weight_gradient.median[0], found.top_weight_gradient.median[-1]) for found in (post, pre)]
    after, before = (f"from {number(first, 1)} to {number(last, 1)}" for first, last in ends)
    return (
        f"From {pre.depths[0]} to {pre.depths[-1]} layers the last layer's gradient goes, in the median of {SEEDS} "
        f"seeds, {after} with post-norm, and {before} with pre-norm."
    )


def kept_in_words(quantity: str, with_skips: Sequence[float], without: Sequence[float], digits: int = 2) -> str:
    """A quantity at the top of a stack with its skips and without them; the sequences run over depths 0 … L.

    Example:
        >>> kept_in_words("cosine", [1.0, 0.75], [1.0, 0.1])
        'After 1 layers the cosine is 0.75 with the skips and 0.10 without.'
    """
    ends = number(with_skips[-1], digits), number(without[-1], digits)
    return f"After {len(with_skips) - 1} layers the {quantity} is {ends[0]} with the skips and {ends[1]} without."


def over_seeds_in_words(norm: str, kept: FlowSpread, cut: FlowSpread) -> str:
    """What the input of the deepest stack gets of the gradient in the median, and how often the skips gain by it."""
    more = [without > with_ for with_, without in zip(_deepest(kept), _deepest(cut), strict=True)]
    medians = [factor_in_words(found.gradient_at_input.median[-1]) for found in (kept, cut)]
    return (
        f"Norms: {norm}. At {kept.depths[-1]} layers the input gets, in the median of {SEEDS} seeds, {medians[0]} of "
        f"the gradient with the skips and {medians[1]} without; it gets more without them in "
        f"{percent(sum(more) / len(more), 0)} of the seeds. The sameness of positions without them is "
        f"{number(cut.similarity.median[-1], 3)} in the median."
    )


def _deepest(found: FlowSpread) -> list[float]:
    return [seed[-1] for seed in found.by_seed]


def six_in_words(cosines: Mapping[str, Spread]) -> str:
    """What six layers leave of the input with post-norm and pre-norm, and what one layer leaves without the skips."""
    post, pre, cut = (cosines[name] for name in ("post-norm, skips", "pre-norm, skips", "post-norm, cut"))
    halves = [f"{percent(one.median[6])} ({percent(one.low[6])} to {percent(one.high[6])})" for one in (post, pre)]
    return (
        f"With the skips, {halves[0]} are left after six layers with post-norm and {halves[1]} with pre-norm; without "
        f"them {percent(abs(cut.median[1]))} after the first."
    )


def quarters(found: Mapping[str, Spread]) -> dict[str, list[float]]:
    """Spreads as columns of a table: the median, and the ends of the middle half.

    Example:
        >>> list(quarters({"cosine": Spread([0.1], [0.2], [0.3])}))
        ['cosine', 'cosine, lower quarter', 'cosine, upper quarter']
    """
    columns = {}
    for name, one in found.items():
        columns |= {name: one.median, f"{name}, lower quarter": one.low, f"{name}, upper quarter": one.high}
    return columns


def spread_columns(found: Mapping[str, FlowSpread]) -> dict[str, list[float]]:
    """The gradient at the input of stacks of every depth as columns of a table."""
    return quarters({name: one.gradient_at_input for name, one in found.items()})
