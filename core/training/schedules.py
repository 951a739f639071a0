"""The paper's learning rate (section 5.3), with a cool-down at the end.

lrate(step) = d_model^-0.5 · min(step^-0.5, step · warmup^-1.5), then a straight line to 0.
"""


def learning_rate(step: int, d_model: int, warmup: int, total: int, cooldown: float = 0.35) -> float:
    """The rate of update `step`, counted from 1.

    Example:
        >>> round(learning_rate(4000, 512, 4000, 100_000), 9)
        0.000698771
    """
    rate = d_model**-0.5 * min(step**-0.5, step * warmup**-1.5)
    start = round(total * (1 - cooldown))
    return rate if step <= start else rate * max(0, total - step) / max(1, total - start)
