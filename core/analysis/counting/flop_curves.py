"""The counts of a layer over the length of the text: shares in closed form, and measured time.

Letters: T length, D d_model, F d_ff.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from core.analysis.counting.counted import MeasuredTime, measured_time, timeable_flops
from core.analysis.counting.flops import LayerFlops, layer_flops
from core.transformer import ModelConfig, divisors
from core.transformer.checks import check_sizes

WIDEST_TIMED = 512
TIMED_LENGTHS = (16, 32, 64, 128, 256, 512)
_PER_OCTAVE = 4


@dataclass(frozen=True)
class ShareCurve:
    """How the operations of one layer are shared out, for each of `lengths`; the three shares sum to 1."""

    lengths: list[int]
    flops: list[LayerFlops]

    @property
    def ffn(self) -> list[float]:
        return [one.ffn_share for one in self.flops]

    @property
    def projections(self) -> list[float]:
        """Q, K, V and O."""
        return [one.projections / one.total for one in self.flops]

    @property
    def attention(self) -> list[float]:
        """Scores and mixing."""
        return [one.attention_share for one in self.flops]


def share_curve(
    low: int, high: int, d_model: int, d_ff: int | None = None, *, causal=False, activation="relu", cached=False
) -> ShareCurve:
    """The shares at whole lengths from `low` to `high`, four to an octave.

    cached  one new token after T − 1 others, whose keys and values are kept, in place of T tokens at once

    Example:
        >>> round(share_curve(4096, 8192, 4096).ffn[0], 3)
        0.571
    """
    check_sizes(low=low, high=high)
    lengths, at = {low, high}, low
    while at < high:
        lengths.add(at)
        at = max(at + 1, round(at * 2 ** (1 / _PER_OCTAVE)))
    options = {"activation": activation, "causal": causal and not cached}
    ordered = sorted(lengths)
    flops = [layer_flops(1 if cached else t, d_model, d_ff, context=t, **options) for t in ordered]
    return ShareCurve(ordered, flops)


def hidden_width(d_model: int, ratio: str) -> int:
    """F of a width and a ratio F/D as it is written, rounded to a whole number.

    Example:
        >>> hidden_width(4096, "8/3"), hidden_width(4096, "3.5")
        (10923, 14336)
    """
    return max(1, round(d_model * Fraction(ratio)))


def timed_config(d_model: int, d_ff: int, n_heads: int, activation: str = "relu") -> ModelConfig:
    """The layer of these sizes, or, where it is too large to time, one of the same proportions and width 512."""
    if d_model > WIDEST_TIMED:
        d_model, d_ff, n_heads = WIDEST_TIMED, max(1, round(WIDEST_TIMED * d_ff / d_model)), 8
    heads = max(h for h in divisors(d_model) if h <= min(n_heads, 16))
    return ModelConfig(d_model=d_model, n_heads=heads, d_ff=d_ff, activation=activation)


def time_over_length(config: ModelConfig, lengths=TIMED_LENGTHS, runs: int = 3) -> Iterator[tuple[int, MeasuredTime]]:
    """Time one layer at each length, shortest first. What `measured_time` refuses is refused before any is timed."""
    for length in lengths:
        timeable_flops(config, length)
    return ((length, measured_time(config, length, runs)) for length in lengths)


def at_steady_rate(times: list[MeasuredTime]) -> list[float]:
    """The seconds that each run would take at the last one's FLOPs per second."""
    return [time.flops / times[-1].flops_per_second for time in times]
