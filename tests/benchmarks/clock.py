"""Timing variants side by side, and the line that a comparison prints."""

import statistics
import time
from collections.abc import Callable

import torch

torch.set_num_threads(1)


def interleaved(variants: dict[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """Median CPU seconds of each variant, run in turns after one round that does not count."""
    times: dict[str, list[float]] = {name: [] for name in variants}
    for turn in range(rounds + 1):
        for name, run in variants.items():
            began = time.process_time()
            run()
            if turn:
                times[name].append(time.process_time() - began)
    return {name: statistics.median(values) for name, values in times.items()}


def line(what: str, ours: float, peer: str, theirs: float, goal: str, reason: str = "") -> str:
    """One row: both times, their ratio, the goal, and why it is missed where it is known to be close."""
    row = f"{what}: {ours:.3g} s; {peer}: {theirs:.3g} s; ours / theirs = {ours / theirs:.2f} (goal {goal})"
    return f"{row}. {reason}" if reason else row
