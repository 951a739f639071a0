"""A pretend GPU: tensors that say they lie on another device, and refuse what tensors of a real one refuse.

The numbers are computed on the CPU, so results are those of the CPU to the last bit. `install` patches torch: use it in
a process of its own. What it cannot show: speed, memory, operators that a device lacks.
"""

import traceback
from collections import Counter
from importlib import import_module
from itertools import chain
from pathlib import Path
from types import SimpleNamespace

import torch
from torch import nn
from torch.utils._pytree import tree_leaves, tree_map

ROOT = Path(__file__).resolve().parents[2]
DEVICE = torch.device("lazy")  # a name that every build of torch knows and none computes on
FACTORIES = ("arange", "empty", "eye", "full", "ones", "rand", "randn", "tensor", "zeros")
ASKING = ("_local_scalar_dense", "is_nonzero", "nonzero", "masked_select", "_unique2", "equal")  # a value is wanted
INDEXING = ("index", "index_put", "index_put_", "_index_put_impl_")

waits: Counter[str] = Counter()  # where the CPU waited for the device, and how often
refusals: Counter[str] = Counter()  # what a real device would have refused: raised too, but a page may have caught it
_no_float64 = False


class PretendTensor(torch.Tensor):
    """Says that it lies on DEVICE. Its values are in `inner`, where only this file looks at them."""

    @staticmethod
    def __new__(cls, inner: torch.Tensor, requires_grad: bool = False):
        return torch.Tensor._make_wrapper_subclass(
            cls, inner.shape, strides=inner.stride(), storage_offset=inner.storage_offset(), dtype=inner.dtype,
            device=DEVICE, requires_grad=requires_grad,
        )  # fmt: skip

    def __init__(self, inner: torch.Tensor, requires_grad: bool = False):
        self.inner = inner

    def __repr__(self) -> str:
        return f"PretendTensor({self.inner})"

    def tolist(self):
        waits[_where()] += 1
        return self.inner.tolist()

    def numpy(self, *_, **__):
        refuse(TypeError, "can't convert a device tensor to numpy, use Tensor.cpu() first")

    __array__ = numpy

    def __reduce_ex__(self, protocol):
        waits[_where()] += 1  # a checkpoint holds the numbers, and is read as one from elsewhere: map_location="cpu"
        return self.inner.__reduce_ex__(protocol)

    @property
    def data(self):
        return _on_device(self.inner.detach())

    @data.setter
    def data(self, value):
        self.inner = value.inner

    @classmethod
    def __torch_dispatch__(cls, operator, types, args=(), kwargs=None):
        return _compute(operator, args, kwargs or {})


def install(kind: str) -> None:
    """Put the pretend device into torch, as "cuda" or "mps" (which has no float64), and into the place that chooses."""
    global _no_float64
    _no_float64 = kind == "mps"
    for name in FACTORIES:
        setattr(torch, name, _creating(getattr(torch, name)))
    torch.Tensor.to = _sending(torch.Tensor.to)
    nn.Module.to = _moving(nn.Module.to)
    torch.inference_mode = torch.no_grad  # wrapped tensors cannot be made in inference mode
    torch.lazy = SimpleNamespace(get_rng_state=torch.get_rng_state, set_rng_state=torch.set_rng_state)
    import_module("torch.optim.optimizer")._get_fused_kernels_supported_devices = lambda: [DEVICE.type, "cpu"]
    from core.transformer import device

    device.PREFERRED, device.works = (DEVICE.type,), lambda name: name == DEVICE.type


def refuse(kind: type[Exception], sentence: str) -> None:
    """What a real device does, and a note of it."""
    refusals[f"{sentence} at {_where()}"] += 1
    raise kind(f"{sentence} at {_where()}")


def _compute(operator, args, kwargs):
    """One operator on the inner tensors, its results on the device again; or an exception."""
    name = operator._overloadpacket.__name__
    leaves = [leaf for leaf in tree_leaves((args, kwargs)) if isinstance(leaf, torch.Tensor)]
    ours = [leaf for leaf in leaves if isinstance(leaf, PretendTensor)]
    theirs = [leaf for leaf in leaves if not isinstance(leaf, PretendTensor)]
    goal = kwargs.get("device")
    goal = DEVICE if goal is None else torch.device(goal)
    if name == "copy_":
        return _copy(*args[:2])
    if name in ASKING or (goal.type == "cpu" and name == "_to_copy") or _by_mask(name, args):
        waits[_where()] += 1
    elif any(other.dim() for other in theirs):
        _mixed(name, args)
    if kwargs.get("generator") is not None:
        refuse(RuntimeError, f"expected a generator of the device, found one of the CPU ({name})")
    on_cpu = {key: torch.device("cpu") if key == "device" else value for key, value in kwargs.items()}
    result = operator(*tree_map(_inner, args), **tree_map(_inner, on_cpu))
    if name.endswith("_") and ours and args and args[0] is ours[0]:
        return ours[0]  # in place
    return result if goal.type == "cpu" else tree_map(_on_device, result)


def _copy(target, source):
    if not isinstance(target, PretendTensor):
        waits[_where()] += 1
    elif isinstance(source, torch.Tensor) and not isinstance(source, PretendTensor) and source.dim():
        waits[_where()] += 1  # a copy that blocks
    _inner(target).copy_(_inner(source))
    return target


def _mixed(name: str, args) -> None:
    """Only a device tensor may be indexed by positions on the CPU: they are sent first, and that blocks."""
    if name in INDEXING and isinstance(args[0], PretendTensor):
        waits[_where()] += 1
    else:
        refuse(RuntimeError, f"expected all tensors on the same device, found the device and the CPU ({name})")


def _by_mask(name: str, args) -> bool:
    """How many places a bool tensor names is only known on the device."""
    return name in INDEXING and any(leaf.dtype == torch.bool for leaf in tree_leaves(args[1]) if leaf is not None)


def _inner(leaf):
    return leaf.inner if isinstance(leaf, PretendTensor) else leaf


def _on_device(leaf):
    if not isinstance(leaf, torch.Tensor) or isinstance(leaf, PretendTensor):
        return leaf
    if _no_float64 and leaf.dtype == torch.float64:
        refuse(TypeError, "cannot convert to float64, the MPS framework has none")
    return PretendTensor(leaf)


def _creating(real):
    """torch.zeros and its kin: made on the device where that is asked for."""

    def factory(*args, device=None, **kwargs):
        if device is None or torch.device(device) != DEVICE:
            return real(*args, device=device, **kwargs)
        if real.__name__ == "tensor":
            waits[_where()] += 1  # made on the CPU, and a copy that blocks
        if kwargs.get("generator") is not None or real.__name__.startswith("rand"):
            refuse(RuntimeError, f"random numbers are drawn on the CPU here, not on the device ({real.__name__})")
        return _on_device(real(*args, **kwargs))

    return factory


def _sending(real):
    """Tensor.to, which sends to the device too. It waits unless told not to."""

    def to(self, *args, **kwargs):
        goal = kwargs.get("device", args[0] if args else None)
        device = isinstance(goal, str | torch.device) and torch.device(goal) == DEVICE
        if isinstance(self, PretendTensor) or not device:
            return real(self, *args, **kwargs)
        if not kwargs.get("non_blocking", False):
            waits[_where()] += 1
        dtypes = [x for x in chain(args[1:], kwargs.values()) if isinstance(x, torch.dtype)]
        return _on_device(self.detach().clone().to(*dtypes) if dtypes else self.detach().clone())

    return to


def _moving(real):
    """Module.to, for a model that is sent once: not counted as waits. What is tied stays tied."""

    def to(self, *args, **kwargs):
        goal = kwargs.get("device", args[0] if args else None)
        if not isinstance(goal, str | torch.device) or torch.device(goal) != DEVICE:
            return real(self, *args, **kwargs)
        moved: dict[int, torch.Tensor] = {}
        for module in self.modules():
            for name, parameter in module._parameters.items():
                if parameter is not None and not isinstance(parameter, PretendTensor):
                    if id(parameter) not in moved:
                        moved[id(parameter)] = _parameter(parameter)
                    module._parameters[name] = moved[id(parameter)]
            for name, buffer in module._buffers.items():
                if buffer is not None:
                    module._buffers[name] = _on_device(buffer.clone())
        return self

    return to


def _parameter(parameter: nn.Parameter) -> nn.Parameter:
    return nn.Parameter(_on_device(parameter.detach().clone()), requires_grad=parameter.requires_grad)


def _where() -> str:
    """The line of this project that asked."""
    frames = [f for f in traceback.extract_stack() if f.filename.startswith(str(ROOT)) and f.filename != __file__]
    at = frames[-1] if frames else None
    return f"{Path(at.filename).relative_to(ROOT)}:{at.lineno} {at.line}" if at else "unknown"
