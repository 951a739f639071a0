"""A trained model made ready for all readers: on its device, dropout off, its weights not to be trained."""

from typing import TypeVar

from torch import nn

from core.models.archive import Unavailable
from core.transformer import best_device

Model = TypeVar("Model", bound=nn.Module)


def placed(model: Model) -> Model:
    """The model where models run. Raises Unavailable, with a sentence, where CORE_DEVICE names no device that works."""
    try:
        device = best_device()
    except ValueError as problem:
        raise Unavailable(f"No model can run: {problem}.") from None
    return model.to(device).requires_grad_(False).eval()
