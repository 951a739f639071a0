"""What a draw and many draws say of a head with its scores divided by √d_k, and not divided."""

from core.analysis.attention.saturation import GradientSpread
from core.analysis.spread import SEEDS
from core.say import number, percent


def against_seeds_in_words(
    quantity: str, d_k: int, seed: int, own: tuple[float, float], spread: GradientSpread, at: int, digits: int = 3
) -> str:
    """One quantity of this draw, divided and not, and what is typical of many; `at` is where d_k stands in the spread.

    Example:
        >>> from core.analysis.attention import gradient_spread
        >>> spread = gradient_spread([1024], ["jacobian_norm"])["jacobian_norm"]
        >>> against_seeds_in_words("the norm", 1024, 0, (0.3, 0.05), spread, 0, 2)[69:]
        'Over 20 seeds the medians are 0.30 and 0.05; it is larger without the division in 0 %.'
    """
    mine = (number(value, digits) for value in own)
    medians = (number(one.median[at], digits) for one in (spread.divided, spread.not_divided))
    return (
        f"At d_k = {d_k}, seed {seed}, {quantity} is {' when divided, '.join(mine)} when not. Over {SEEDS} seeds the "
        f"medians are {' and '.join(medians)}; it is larger without the division in {percent(spread.larger[at], 0)}."
    )


def spread_columns(spread: GradientSpread) -> dict[str, list[float]]:
    """The spread over seeds as columns of a table."""
    return {
        f"{which}, {name} of {SEEDS} seeds": values
        for which, one in (("divided", spread.divided), ("not divided", spread.not_divided))
        for name, values in (("lower quarter", one.low), ("median", one.median), ("upper quarter", one.high))
    }
