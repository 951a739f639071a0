"""Learning rates over a run: a straight line up, a plateau or the paper's curve, a straight line down.

Updates are counted from 1.
"""


def trapezoid(update: int, warmup: int, cooldown: tuple[float, float] | None = None) -> float:
    """Share of the full learning rate at an update: min(1, update / warmup, (end − update) / (end − start)).

    warmup    the update that first has the full rate; 0 starts with it
    cooldown  start and end: the last update that has the full rate, and the first that has none; None: no cool-down

    Example:
        >>> [round(trapezoid(update, 20, (51, 101)), 2) for update in (1, 20, 51, 76, 100)]
        [0.05, 1.0, 1.0, 0.5, 0.02]
    """
    start, end = cooldown or (update, update)
    if update <= start:
        return min(1.0, update / max(1, warmup))
    return min(1.0, update / max(1, warmup), max(0.0, (end - update) / (end - start)))


def up_and_down(update: int, warmup: int, steps: int) -> float:
    """`trapezoid` with a cool-down over the second half of a run; the update after the last one would have rate 0."""
    return trapezoid(update, warmup, (1 + steps / 2, 1 + steps))


def learning_rate(step: int, d_model: int, warmup: int, total: int, cooldown: float = 0.35) -> float:
    """The paper's rate (section 5.3), d_model^-0.5 · min(step^-0.5, step · warmup^-1.5), then a straight line to 0.

    cooldown  the share of all steps over which the line goes down; step `total` has rate 0

    Example:
        >>> round(learning_rate(4000, 512, 4000, 100_000), 9)
        0.000698771
    """
    rate = d_model**-0.5 * min(step**-0.5, step * warmup**-1.5)
    return rate * trapezoid(step, 0, (round(total * (1 - cooldown)), total))
