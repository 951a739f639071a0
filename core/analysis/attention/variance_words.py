"""What a correlation does to the spread of dot products in words, and quantities of a head over its size."""

from collections.abc import Sequence

from core.analysis.attention.saturation import SaturationPoint
from core.analysis.attention.variance import DotProducts, Moment
from core.say import number


def by_division(points: Sequence[SaturationPoint], quantity: str) -> dict[str, list[float]]:
    """One quantity of a `saturation_curve` over the head sizes: with scores divided by √d_k, and not.

    Example:
        >>> from core.analysis.attention import saturation_curve
        >>> lines = by_division(saturation_curve([1, 64]), "largest_weight")
        >>> lines["divided by √d_k"][1] < lines["not divided"][1]
        True
    """
    return {
        "divided by √d_k": [getattr(point, quantity) for point in points if point.scaled],
        "not divided": [getattr(point, quantity) for point in points if not point.scaled],
    }


def derivation_table(steps: Sequence[Moment]) -> dict[str, list]:
    """What each line of the derivation assumes, and what was measured."""
    return {
        "quantity": [step.name for step in steps],
        "assumed": [step.assumed for step in steps],
        "measured": [step.measured for step in steps],
    }


def correlation_in_words(dots: DotProducts) -> str:
    """What a correlation of components, or of a query with its key, does to the prediction."""
    if dots.correlation == 0:
        return (
            f"All three assumptions hold, and the variance of q · k is {number(dots.std**2)}, close to d_k = "
            f"{dots.d_k}. Raise ρ to break the third."
        )
    if dots.correlated == "pair":
        return (
            f"Each key resembles its query, so the mean of q · k is no longer 0: {number(dots.mean)}, predicted "
            f"ρ·d_k = {number(dots.predicted_mean)}. Dividing by √d_k leaves {number(dots.mean * dots.scale)}, "
            "which grows with √d_k: a match stands out more in a larger head."
        )
    if dots.d_k == 1:
        return "A vector of one component has nothing in it to correlate with: raise d_k to see what ρ does."
    return (
        f"The components move together, so their products do not cancel: the variance is {number(dots.std**2)}, "
        f"predicted d_k + d_k (d_k − 1) ρ² = {number(dots.predicted_std**2)}. Dividing by √d_k no longer suffices: "
        f"the standard deviation stays at {number(dots.scaled_std)}."
    )
