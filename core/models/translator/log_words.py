"""How the training of the translator went: its log as columns, and what they show in words."""

from collections.abc import Mapping, Sequence

from core.say import number


def log_columns(log: Sequence[Mapping[str, float]]) -> dict[str, list[float]]:
    """The records of a log as columns.

    Example:
        >>> log_columns([{"step": 1, "loss": 3.0}, {"step": 2, "loss": 2.5}])
        {'step': [1, 2], 'loss': [3.0, 2.5]}
    """
    return {name: [record[name] for record in log] for name in log[0]}


def perplexity_in_words(log: Sequence[Mapping[str, float]]) -> str:
    """Where the validation perplexity began, where it ended, and how long that took."""
    first, last = log[0], log[-1]
    return (
        f"Perplexity is {number(first['validation_perplexity'], 1)} after {first['step']:,.0f} steps and "
        f"{number(last['validation_perplexity'])} after {last['step']:,.0f}. The training took "
        f"{number(last['cpu_minutes'], 0)} minutes on one core of a processor."
    )


def rate_in_words(log: Sequence[Mapping[str, float]]) -> str:
    """The schedule of the learning rate."""
    most = max(record["learning_rate"] for record in log)
    return (
        f"The paper's schedule with a cool-down, at most {most:.2e} and 0 at the end. Where "
        "the curve jumps, a second stage begins."
    )
