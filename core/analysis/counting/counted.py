"""Operations and time of a real layer: counted while it runs, to hold the formulas of `flops` against.

Letters: T length, D d_model.
"""

import statistics
import time
from dataclasses import dataclass, replace

import torch
from torch import nn
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils.flop_counter import flop_registry

from core.analysis.counting.flops import LayerFlops, config_flops
from core.analysis.counting.parameters import parameter_count
from core.transformer import EncoderLayer, ModelConfig
from core.transformer.checks import check_sizes

MAX_TIMED_FLOPS = 2 * 10**10  # about half a second a run on one core
MAX_TIMED_VALUES = 2**24  # weights, or attention scores, that a timed layer may hold: 64 MB


@dataclass(frozen=True)
class CountedProduct:
    """One matrix product that ran: torch's name of it, the shapes it multiplied, and its operations."""

    line: str  # the line of LayerFlops to which it belongs
    operator: str
    shapes: tuple[tuple[int, ...], ...]
    flops: int


@dataclass(frozen=True)
class CountedFlops:
    """All matrix products of one forward pass, in the order in which they ran."""

    products: tuple[CountedProduct, ...]

    @property
    def by_line(self) -> LayerFlops:
        """The sums, in the lines of the formula."""
        return LayerFlops(**{line: sum(p.flops for p in self.products if p.line == line) for line in _LINES})

    @property
    def total(self) -> int:
        return sum(p.flops for p in self.products)


@dataclass(frozen=True)
class MeasuredTime:
    """Seconds of several forward passes of one layer: measured on this machine, so never twice the same."""

    runs: tuple[float, ...]
    flops: int

    @property
    def seconds(self) -> float:
        """The median."""
        return statistics.median(self.runs)

    @property
    def flops_per_second(self) -> float:
        return self.flops / self.seconds


_LINES = ("qkv", "scores", "mix", "output", "ffn")


class _ProductCounter(TorchDispatchMode):
    """Asks torch's FLOP formulas about every operator of this thread, and keeps those that have one: matrix products.

    The same formulas as torch.utils.flop_counter.FlopCounterMode, without its hooks on every module of the process.
    Products, pointwise operators and the softmax are answered here, by an empty tensor of the right shape: for its own
    answer on the meta device torch would first import its compiler (800 modules, 2 seconds).
    """

    def __init__(self):
        super().__init__()
        self.products = []

    @classmethod
    def _should_skip_dynamo(cls) -> bool:
        return False  # the default wraps __torch_dispatch__ in that same import

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        operands = [x for x in args if isinstance(x, torch.Tensor)]
        formula = flop_registry.get(func._overloadpacket)
        if formula is not None:
            left, right = operands[-2:]  # addmm has its bias in front
            out = left.new_empty(*left.shape[:-1], right.shape[-1])
            flops = formula(*args, **(kwargs or {}), out_val=out)
            self.products.append((func._overloadpacket.__name__, (tuple(left.shape), tuple(right.shape)), flops))
            return out
        if torch.Tag.pointwise in func.tags or func is torch.ops.aten._softmax.default:
            return operands[0].new_empty(operands[0].shape)  # in a layer both operands have the same
        return func(*args, **(kwargs or {}))


def counted_flops(config: ModelConfig, length: int) -> CountedFlops:
    """Run `EncoderLayer(config)` on one sequence and count its products with torch's own formulas.

    The layer runs on torch's meta device, where every operator has its real shapes but no arithmetic is done, so any
    size can be counted. Norms are left out: they hold no product. A mask would not change the count: hidden scores are
    computed all the same. (torch's counter gives 0 for a fused attention kernel on the CPU; this path is not fused.)

    Raises ValueError for a length below 1.

    Example:
        >>> counted_flops(ModelConfig(d_model=64, n_heads=4, d_ff=256), 64).total
        7340032
    """
    check_sizes(length=length)
    layer = _layer(config, "meta")
    layer.norm1 = layer.norm2 = nn.Identity()  # no products in them, and slow to load on the meta device
    with torch.no_grad(), _ProductCounter() as counter:
        layer(torch.empty(1, length, config.d_model, device="meta"))
    ffn = len(counter.products) - 6
    lines = ["qkv"] * 3 + ["scores", "mix", "output"] + ["ffn"] * ffn
    return CountedFlops(tuple(CountedProduct(line, *p) for line, p in zip(lines, counter.products, strict=True)))


def measured_time(config: ModelConfig, length: int, runs: int = 5) -> MeasuredTime:
    """Wall-clock seconds of `EncoderLayer(config)` on one sequence, after one pass that is thrown away.

    Raises ValueError when the layer or its scores would be too large to time within a page's patience.
    """
    check_sizes(runs=runs)
    flops = timeable_flops(config, length)
    layer, x = _layer(config, "cpu"), torch.zeros(1, length, config.d_model)
    with torch.inference_mode():
        layer(x)
        return MeasuredTime(tuple(_seconds(layer, x) for _ in range(runs)), flops)


def timeable_flops(config: ModelConfig, length: int) -> int:
    """The operations of `EncoderLayer(config)` on one sequence; raises ValueError as `measured_time` does."""
    check_sizes(length=length)
    flops = config_flops(config, length).total
    values = max(parameter_count(config).encoder_layer.total, config.n_heads * length**2)
    if flops > MAX_TIMED_FLOPS or values > MAX_TIMED_VALUES:
        raise ValueError(
            f"{flops:,} operations on {values:,} values are too many to time here; "
            f"allowed: {MAX_TIMED_FLOPS:,} operations, {MAX_TIMED_VALUES:,} values"
        )
    return flops


def _layer(config: ModelConfig, device: str) -> EncoderLayer:
    with torch.device(device):
        return EncoderLayer(replace(config, dropout=0.0)).eval()


def _seconds(layer: EncoderLayer, x: torch.Tensor) -> float:
    start = time.perf_counter()
    layer(x)
    return time.perf_counter() - start
