"""A norm step by step: the vector after each step, and each step in words and in LaTeX."""

from core.analysis.depth.block import NormSteps
from core.say import bracketed, number

NORM_STEPS = ("input", "centred", "normalised", "scaled", "shifted")

_GENERAL = {
    "input": r"x = (x_1, \dots, x_d)",
    "centred": r"x_i - \mu, \quad \mu = \frac{1}{d}\sum_i x_i",
    "normalised": r"\frac{x_i - \mu}{\sqrt{\sigma^2 + \epsilon}}, \quad \sigma^2 = \frac{1}{d}\sum_i (x_i - \mu)^2",
    "scaled": r"\frac{x_i - \mu}{\sqrt{\sigma^2 + \epsilon}}\,\gamma",
    "shifted": r"\frac{x_i - \mu}{\sqrt{\sigma^2 + \epsilon}}\,\gamma + \beta",
}


def norm_stages(steps: NormSteps) -> dict[str, list[float]]:
    """The vector after each step, by the step's name.

    Example:
        >>> from core.analysis.depth import norm_steps
        >>> norm_stages(norm_steps([1.0, 3.0]))["centred"]
        [-1.0, 1.0]
    """
    tensors = (steps.x, steps.centred, steps.normalised, steps.scaled, steps.output)
    return {name: tensor.tolist() for name, tensor in zip(NORM_STEPS, tensors, strict=True)}


def norm_in_words(steps: NormSteps, at: str) -> str:
    """Mean and variance, and the first component after one step; what becomes of a constant vector."""
    if steps.variance == 0:
        return (
            "All components are equal, so nothing is left once the mean is gone: the norm gives β everywhere, here "
            f"{number(float(steps.output[0]))}."
        )
    return (
        f"μ = {number(steps.mean, 3)}, σ² = {number(steps.variance, 4)}; the first component is "
        f"{number(norm_stages(steps)[at][0], 4)} at this step. The dashed outlines are the step before."
    )


def norm_formula(steps: NormSteps, at: str) -> tuple[str, str]:
    """The formula of a step, and the same for the first component with the numbers in."""
    x, centred, bare, scaled, output = (values[0] for values in norm_stages(steps).values())
    gain, bias = float(steps.gain[0]), float(steps.bias[0])
    with_numbers = {
        "input": rf"x_1 = {number(x, 3)}",
        "centred": rf"{number(x, 3)} - {bracketed(steps.mean, 3)} = {number(centred, 3)}",
        "normalised": rf"\frac{{{number(centred, 3)}}}{{\sqrt{{{number(steps.variance, 4)} + 10^{{-5}}}}}}"
        rf" = {number(bare, 4)}",
        "scaled": rf"{number(bare, 4)} \cdot {bracketed(gain, 1)} = {number(scaled, 4)}",
        "shifted": rf"{number(scaled, 4)} + {bracketed(bias, 1)} = {number(output, 4)}",
    }
    return _GENERAL[at], with_numbers[at]
