"""What one training run is: everything that its result depends on.

Letter: T length.
"""

import math
from dataclasses import dataclass
from typing import Literal

import torch

from core.training.tasks import TASKS
from core.transformer import ModelConfig, causal_mask

BUDGETS = {  # steps that are ample at the default learning rate
    ("reverse", "learned"): 120,
    ("copy", "learned"): 40,
    ("sort", "learned"): 500,
    ("reverse", "sinusoidal"): 240,
    ("copy", "sinusoidal"): 60,
    ("sort", "sinusoidal"): 800,
}


@dataclass(frozen=True)
class TrainerConfig:
    """One training run. `steps=None` takes the budget of the task. Raises ValueError naming what is wrong.

    The model: pre-norm, ReLU, 2 layers, 2 heads, d_ff = 4 · d_model, one answer per position. Adam (β 0.9, 0.99).
    """

    task: Literal["reverse", "copy", "sort"] = "reverse"
    mask: Literal["bidirectional", "causal"] = "bidirectional"
    seed: int = 0
    steps: int | None = None
    batch: int = 64
    learning_rate: float = 8e-3
    d_model: int = 32
    positions: Literal["learned", "sinusoidal"] = "learned"
    length: int = 4
    alphabet: int = 8
    n_layers: int = 2
    n_heads: int = 2

    def __post_init__(self):
        if self.task not in TASKS:
            raise ValueError(f"task={self.task!r} is unknown; allowed: {', '.join(TASKS)}")
        if self.mask not in ("bidirectional", "causal"):
            raise ValueError(f"mask={self.mask!r} is unknown; allowed: bidirectional, causal")
        if not (math.isfinite(self.learning_rate) and self.learning_rate > 0):
            raise ValueError(f"learning_rate={self.learning_rate} must be a finite number above 0")
        for name, low in (("batch", 1), ("length", 1), ("alphabet", 2), ("seed", 0)):
            if getattr(self, name) < low:
                raise ValueError(f"{name}={getattr(self, name)} must be at least {low}")
        self.model_config()  # has checks of its own: d_model, n_heads, positions, …
        if self.steps is None:
            object.__setattr__(self, "steps", BUDGETS[self.task, self.positions])
        if self.steps < 1:
            raise ValueError(f"steps={self.steps} must be at least 1")

    def model_config(self) -> ModelConfig:
        """The model that this run trains."""
        return ModelConfig(
            d_model=self.d_model,
            n_heads=self.n_heads,
            d_ff=4 * self.d_model,
            n_layers=self.n_layers,
            vocab_size=self.alphabet,
            max_len=self.length,
            norm_place="pre",
            positions=self.positions,
            tie_embeddings=False,
            dropout=0.0,
        )

    def attention_mask(self) -> torch.Tensor | None:
        """None, or the causal mask.  -> [T, T]"""
        return causal_mask(self.length) if self.mask == "causal" else None
