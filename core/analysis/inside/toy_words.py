"""The toy layer in LaTeX, as a table and in words; the three activations side by side."""

from collections.abc import Mapping, Sequence

from core.analysis.inside.toy_units import ToyLayer, activate, firing_shares, toy_outputs
from core.say import number, percent

ACTIVATION_NAMES = {"relu": "ReLU", "gelu": "GELU", "swiglu": "SwiGLU", "none": "no activation"}
_GENERAL = {
    "relu": r"\mathrm{FFN}(x) = \max(0,\ xW_1 + b_1)\,W_2 + b_2",
    "gelu": r"\mathrm{FFN}(x) = \mathrm{GELU}(xW_1 + b_1)\,W_2 + b_2, \quad \mathrm{GELU}(z) = z\,\Phi(z)",
    "swiglu": r"\mathrm{FFN}(x) = \left(\mathrm{SiLU}(xW_g) \odot xW_1\right) W_2, \quad "
    r"\mathrm{SiLU}(z) = z\,\sigma(z)",
    "none": r"\mathrm{FFN}(x) = (xW_1 + b_1)\,W_2 + b_2 = x\,(W_1 W_2) + (b_1 W_2 + b_2)",
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
        "none": rf"h_0 = {inside} = {value}",
    }
    return _GENERAL[activation], with_numbers[activation]


def toy_table(layer: ToyLayer, units: int) -> dict[str, list]:
    """The first units as columns."""
    return {
        "unit": list(range(units)),
        "weight in": layer.weights[:units],
        "pre-activation": layer.pre[:units],
        "activation": layer.hidden[:units],
        "weight out": layer.out_weights[:units],
    }


def toy_in_words(layer: ToyLayer, x: float, activation: str, drawn: int) -> str:
    """How many units fire at x, and how many are exactly zero, among all and among the first ones."""
    total = len(layer.hidden)
    return (
        f"At x = {x:g} with {ACTIVATION_NAMES[activation]}, {layer.firing:,} of {total:,} units are above zero and "
        f"{layer.zeros:,} ({percent(layer.zeros / total)}) are exactly zero; of the {drawn} drawn, "
        f"{sum(value == 0 for value in layer.hidden[:drawn])} are."
    )


def bent(values: Sequence[float]) -> dict[str, list[float]]:
    """What the three activations make of these values, by their names.

    Example:
        >>> bent([-1.0, 2.0])["ReLU"]
        [0.0, 2.0]
    """
    names = {"relu": "ReLU", "gelu": "GELU", "swiglu": "SiLU (gate)"}  # of SwiGLU, the part that is not linear
    return {name: activate(values, activation) for activation, name in names.items()}


def zeros_in_words(outputs: Mapping[str, Sequence[float]]) -> str:
    """How many outputs of `bent` are exactly zero by the formula."""
    n = len(outputs["ReLU"])
    relu, gelu = (sum(value == 0 for value in outputs[name]) for name in ("ReLU", "GELU"))
    return (
        f"Of {n} outputs, {relu} are exactly zero with ReLU ({percent(relu / n, 0)}) and "
        f"{gelu} with GELU ({percent(gelu / n, 0)}), which is zero at 0 alone."
    )


def firing_curves(activation: str) -> tuple[list[float], dict[str, list[float]]]:
    """Inputs from 0 to 4, and by their names the shares of units above zero and at exactly zero.

    Example:
        >>> inputs, lines = firing_curves("relu")
        >>> inputs[0], lines["above zero"][0], lines["exactly zero"][0]
        (0.0, 0.0, 1.0)
    """
    inputs = [i / 10 for i in range(41)]
    return inputs, dict(zip(("above zero", "exactly zero"), firing_shares(inputs, activation), strict=True))


def output_curves(activation: str) -> tuple[list[float], dict[str, list[float]]]:
    """Inputs from -4 to 4, and by their names what comes out, and what would without the activation.

    Example:
        >>> inputs, lines = output_curves("none")
        >>> inputs[0], inputs[-1], lines["output y"] == lines["no activation"]
        (-4.0, 4.0, True)
    """
    inputs = [i / 10 for i in range(-40, 41)]
    return inputs, {"output y": toy_outputs(inputs, activation), "no activation": toy_outputs(inputs, "none")}


def range_in_words(inputs: Sequence[float], firing: Sequence[float], x: float, activation: str) -> str:
    """The share of firing units at the first input, at the last, and at the one nearest to x."""
    at = min(range(len(inputs)), key=lambda i: abs(inputs[i] - x))
    return (
        f"With {ACTIVATION_NAMES[activation]} the share of units above zero goes from {percent(firing[0])} at "
        f"x = {inputs[0]:g} to {percent(firing[-1])} at x = {inputs[-1]:g}; at x = {x:g} it is {percent(firing[at])}."
    )


def outputs_in_words(inputs: Sequence[float], outputs: Sequence[float], activation: str) -> str:
    """Whether what comes out is a straight line of what goes in.

    Example:
        >>> outputs_in_words([0.0, 1.0, 2.0], [0.0, 0.0, 1.0], "relu")
        'With ReLU the output leaves the straight line through its ends by up to 0.5.'
    """
    ends = inputs[0], inputs[-1]
    slope = (outputs[-1] - outputs[0]) / (ends[1] - ends[0])
    gap = max(abs(y - outputs[0] - slope * (x - ends[0])) for x, y in zip(inputs, outputs, strict=True))
    if gap < 1e-9:
        return (
            f"With {ACTIVATION_NAMES[activation]} the output is a straight line of slope {number(slope, 3)}: two "
            "linear layers are no more than one."
        )
    return (
        f"With {ACTIVATION_NAMES[activation]} the output leaves the straight line through its ends by up to {gap:.2g}."
    )
