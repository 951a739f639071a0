"""One derivative of a softmax, with its numbers in and found in three ways."""

from core.analysis.attention.jacobian import JacobianCheck, SoftmaxRow
from core.say import number


def derivative_formula(row: SoftmaxRow, j: int, m: int) -> str:
    """∂p_j / ∂s_m in LaTeX, with the weights in it.

    Example:
        >>> from core.analysis.attention import softmax_row
        >>> derivative_formula(softmax_row([0.0, 0.0]), 0, 1)
        '\\\\frac{\\\\partial p_{0}}{\\\\partial s_{1}} = 0.5000 \\\\, (0 - 0.5000) = -0.2500'
    """
    pj, pm, value = (number(float(x), 4) for x in (row.weights[j], row.weights[m], row.jacobian[j, m]))
    return rf"\frac{{\partial p_{{{j}}}}}{{\partial s_{{{m}}}}} = {pj} \, ({int(j == m)} - {pm}) = {value}"


def three_ways_table(check: JacobianCheck, j: int, m: int) -> dict[str, list[str]]:
    """∂p_j / ∂s_m in each of the three ways, and how far each is from the formula anywhere in the matrix."""
    found = (check.formula, check.autograd, check.finite_differences)
    return {
        "way": ["formula", "autograd", "score moved by ±10⁻⁶"],
        f"∂p{j} / ∂s{m}": [f"{way[j, m].item():.10f}" for way in found],
        "largest difference": ["–", f"{check.autograd_error:.1e}", f"{check.finite_difference_error:.1e}"],
    }
