"""The one place that chooses where models run, and how many threads they take."""

import torch

torch.set_num_threads(1)  # models this small lose 20–100× to thread barriers as soon as anything else runs


def best_device() -> torch.device:
    """The GPU when there is one (CUDA, then Apple's MPS), otherwise the CPU."""
    if torch.cuda.is_available():
        return torch.device("cuda")
    if torch.backends.mps.is_available():
        return torch.device("mps")
    return torch.device("cpu")
