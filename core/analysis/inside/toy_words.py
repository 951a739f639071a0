"""The toy layer's formula, and its first unit with the numbers in, as LaTeX."""

from core.analysis.inside.toy_units import ToyLayer
from core.say import number

_GENERAL = {
    "relu": r"\mathrm{FFN}(x) = \max(0,\ xW_1 + b_1)\,W_2 + b_2",
    "gelu": r"\mathrm{FFN}(x) = \mathrm{GELU}(xW_1 + b_1)\,W_2 + b_2, \quad \mathrm{GELU}(z) = z\,\Phi(z)",
    "swiglu": r"\mathrm{FFN}(x) = \left(\mathrm{SiLU}(xW_g) \odot xW_1\right) W_2, \quad "
    r"\mathrm{SiLU}(z) = z\,\sigma(z)",
}


def toy_formula(layer: ToyLayer, x: float, activation: str) -> tuple[str, str]:
    """The paper's formula, or its variant, and what the first unit makes of x."""
    pre, hidden, w = layer.pre[0], layer.hidden[0], layer.weights[0]
    inside = f"{number(w, 3)} \\cdot {x:g} {'-' if pre < w * x else '+'} {number(abs(pre - w * x), 3)}"
    value = number(hidden, 3)
    with_numbers = {
        "relu": rf"h_0 = \max(0,\ {inside}) = {value}",
        "gelu": rf"h_0 = \mathrm{{GELU}}({inside}) = {value}",
        "swiglu": rf"h_0 = \mathrm{{SiLU}}({number(pre, 3)}) \cdot {number(w * x, 3)} = {value}",
    }
    return _GENERAL[activation], with_numbers[activation]
