"""A small encoder–decoder that reverses or sorts letters, right on every input."""

from functools import cache

import torch

from core.models import archive
from core.models.place import placed
from core.models.toy.model import ALPHABET, LONGEST, SHORTEST, TOY_TASKS, Toy, ToyTask, ToyTrace, read
from core.transformer import ModelConfig, Transformer

__all__ = ["ALPHABET", "LONGEST", "SHORTEST", "TOY_TASKS", "Toy", "ToyTask", "ToyTrace", "file_of", "load", "read"]


def file_of(task: ToyTask) -> str:
    """The name of the task's file in `core/data`."""
    if task not in TOY_TASKS:
        raise ValueError(f"task={task!r} is unknown; allowed: {', '.join(TOY_TASKS)}")
    return f"toy-{task}.npz"


@cache
def load(task: ToyTask) -> Toy:
    """The model that ships: read once, the same object each time. Raises core.models.Unavailable."""
    stored = archive.load(file_of(task))
    model = Transformer(ModelConfig(**stored.config), torch.Generator())
    model.load_state_dict({name: torch.from_numpy(array) for name, array in stored.weights.items()})
    return Toy(task, placed(model))
