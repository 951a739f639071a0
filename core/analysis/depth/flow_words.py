"""How much of a gradient arrives, in words and in LaTeX; nothing, or more than a computer can write, included."""

import math
import sys
from collections.abc import Sequence

from core.analysis.depth.signal_flow import Flow
from core.say import number, power


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
    """What the bottom of either stack gets of the gradient at its top."""
    pre_norm, post_norm = (f"{number(flow.gradient_at_input)} times as much" for flow in (pre, post))
    return (
        f"Of the gradient at the top, the input of {pre.depth} layers gets {pre_norm} with pre-norm "
        f"and {post_norm} with post-norm."
    )


def tops_in_words(depths: Sequence[int], pre: Sequence[float], post: Sequence[float]) -> str:
    """The gradient of the last layer in the shallowest and in the deepest stack, as `top_gradients` gives it."""
    return (
        f"From {depths[0]} to {depths[-1]} layers the last layer's gradient goes from "
        f"{number(post[0], 1)} to {number(post[-1], 1)} with post-norm, and from "
        f"{number(pre[0], 1)} to {number(pre[-1], 1)} with pre-norm."
    )


def kept_in_words(quantity: str, with_skips: Sequence[float], without: Sequence[float], digits: int = 2) -> str:
    """A quantity at the top of a stack with its skips and without them; the sequences run over depths 0 … L.

    Example:
        >>> kept_in_words("cosine", [1.0, 0.75], [1.0, 0.1])
        'After 1 layers the cosine is 0.75 with the skips and 0.10 without.'
    """
    ends = number(with_skips[-1], digits), number(without[-1], digits)
    return f"After {len(with_skips) - 1} layers the {quantity} is {ends[0]} with the skips and {ends[1]} without."
