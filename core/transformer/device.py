"""The one place that knows where models run: which device, the way there, the way back; and how many threads.

All models run on `best_device()`, those of a few thousand weights too. Whether such a small one would be quicker on the
CPU of a machine with a GPU has not been measured; `CORE_DEVICE=cpu` in the environment puts every model there.

Random numbers are drawn on the CPU and sent, so that a seed means the same start everywhere. Results come back as
ordinary CPU tensors. Nothing is float64 on a device: Apple's GPUs have none.
"""

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import islice

import torch
from torch import nn
from torch.autograd.grad_mode import inference_mode

torch.set_num_threads(1)  # models this small lose 20–100× to thread barriers as soon as anything else runs

VARIABLE = "CORE_DEVICE"
PREFERRED = ("cuda", "mps", "cpu")
# For functions whose results leave: what is made inside `evaluating` could otherwise not be written to or trained on.
ordinary = inference_mode(False)


def best_device() -> torch.device:
    """Where models run: what CORE_DEVICE names, or else the first of CUDA, Apple's MPS and the CPU that works.

    Raises ValueError, with a sentence, when the variable names no device, or one that does not work here.
    """
    wanted = os.environ.get(VARIABLE, "").strip().lower()
    if not wanted:
        return next(torch.device(name) for name in PREFERRED if works(name))
    if not re.fullmatch(r"cpu|mps|cuda(:[0-9]+)?", wanted):
        raise ValueError(f"{VARIABLE}={wanted!r} names no device; allowed: cpu, cuda, cuda:1 (the second GPU), mps")
    if not works(wanted):
        raise ValueError(f"{VARIABLE}={wanted!r} cannot be used: torch finds no such device on this machine")
    return torch.device(wanted)


@cache
def works(name: str) -> bool:
    """Whether the device is there and computes: one may be listed for which this build of torch has no kernels."""
    try:
        return torch.ones(2, device=name).sum().item() == 2
    except Exception:  # of whatever kind: an assertion where torch was built without CUDA, others from a broken driver
        return False


def device_of(model: nn.Module) -> torch.device:
    """Where the model's weights lie."""
    return next(model.parameters()).device


def to_device(tensor: torch.Tensor | None, device: torch.device) -> torch.Tensor | None:
    """The tensor where it is needed; None stays None. On the way to CUDA nothing is waited for."""
    if tensor is None or tensor.device == device:
        return tensor
    return tensor.to(device, non_blocking=tensor.device.type == "cpu" and device.type != "mps")


def to_cpu(tensor: torch.Tensor) -> torch.Tensor:
    """An ordinary copy on the CPU, that shares neither memory nor gradients with anything; one wait from a device."""
    return all_to_cpu([tensor])[0]


def float64(values) -> torch.Tensor:
    """A list, an array, or a tensor of any device, in float64 on the CPU.

    Example:
        >>> float64([0.5]).dtype
        torch.float64
    """
    return torch.as_tensor(values.cpu() if isinstance(values, torch.Tensor) else values, dtype=torch.float64)


@ordinary
def all_to_cpu(tensors: Sequence[torch.Tensor]) -> list[torch.Tensor]:
    """`to_cpu` of many: from a device laid end to end, so that it is waited for once (once a dtype), not once for each.

    Example:
        >>> [copy.tolist() for copy in all_to_cpu([torch.eye(2), torch.zeros(1)])]
        [[[1.0, 0.0], [0.0, 1.0]], [0.0]]
    """
    tensors = [tensor.detach() for tensor in tensors]
    if all(tensor.device.type in ("cpu", "meta") for tensor in tensors):  # "meta" has shapes and no values to bring
        return [tensor.clone() for tensor in tensors]
    copies = {}
    for dtype in {tensor.dtype for tensor in tensors}:
        group = {index: tensor for index, tensor in enumerate(tensors) if tensor.dtype == dtype}
        flat = torch.cat([tensor.flatten() for tensor in group.values()]).cpu()
        parts = flat.split([tensor.numel() for tensor in group.values()])
        copies |= {i: part.view(group[i].shape).clone() for i, part in zip(group, parts, strict=True)}
    return [copies[index] for index in range(len(tensors))]


def numbers(readings: Iterable[torch.Tensor], at_once: int) -> Iterator[list[float]]:
    """Each reading [n] of a run as n numbers, `at_once` readings brought to the CPU together: that many run unwatched.

    Example:
        >>> list(numbers((torch.tensor([x, -x]) for x in (1.0, 2.0, 3.0)), at_once=2))
        [[1.0, -1.0], [2.0, -2.0], [3.0, -3.0]]
    """
    readings = iter(readings)
    while batch := list(islice(readings, at_once)):
        yield from to_cpu(torch.stack(batch)).tolist()


def random_states(device: torch.device) -> dict[str, torch.Tensor]:
    """Where torch's global generators stand: the CPU's, and that of the device, from which its dropout draws."""
    states = {"cpu": torch.get_rng_state()}
    if device.type != "cpu":
        states[device.type] = getattr(torch, device.type).get_rng_state()
    return states


def set_random_states(states: dict[str, torch.Tensor]) -> None:
    """Go on from there, with all generators that this machine has; that of a device it lacks is left out."""
    torch.set_rng_state(states["cpu"])
    for name in states.keys() - {"cpu"}:
        if works(name):
            getattr(torch, name).set_rng_state(states[name])
