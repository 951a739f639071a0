"""Does a deep stack train? The same toy task and seed, post- and pre-norm, with and without warm-up.

Letters: B batch, T length, V vocabulary.
"""

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import torch
from torch.nn import functional as F

from core.training.adam import FlatAdam
from core.training.schedules import trapezoid
from core.transformer import Encoder, ModelConfig, best_device, to_device
from core.transformer.checks import check_sizes
from core.transformer.device import numbers

LENGTH, VOCABULARY, BATCH = 4, 8, 16
MAX_DEPTH, MAX_STEPS = 24, 300
LEARNED = 0.9  # accuracy that counts as having learned the task
WINDOW = 10  # steps over which the end of a run is averaged, and that are brought to the CPU at a time


@dataclass(frozen=True)
class DeepStackConfig:
    """One run. `warmup` is the number of steps over which the learning rate rises linearly; 0 starts at full rate.

    The defaults are the least with which the four runs part: post-norm fails without warm-up and learns with it. Deeper
    post-norm stacks fail at lower rates too.

    Raises ValueError for a depth outside 1 … 24, steps outside 1 … 300, a negative warm-up, a rate not in (0, 1].
    """

    norm_place: Literal["post", "pre"] = "post"
    warmup: int = 0
    depth: int = 4
    steps: int = 100
    learning_rate: float = 8e-3
    seed: int = 0

    def __post_init__(self):
        check_sizes(depth=self.depth, steps=self.steps)
        check_sizes(least=0, warmup=self.warmup, seed=self.seed)
        if self.depth > MAX_DEPTH or self.steps > MAX_STEPS:
            raise ValueError(f"depth={self.depth} must be at most {MAX_DEPTH}, steps={self.steps} at most {MAX_STEPS}")
        if not 0 < self.learning_rate <= 1:
            raise ValueError(f"learning_rate={self.learning_rate} must be above 0 and at most 1")
        self.model_config()  # has checks of its own

    def model_config(self) -> ModelConfig:
        """The deep encoder that is trained."""
        return ModelConfig(
            d_model=32,
            n_heads=2,
            d_ff=128,
            n_layers=self.depth,
            vocab_size=VOCABULARY,
            max_len=LENGTH,
            norm_place=self.norm_place,
            positions="learned",
            dropout=0.0,
        )


@dataclass(frozen=True)
class DeepStackStep:
    """One step of one run: loss (nats per token) and accuracy on its batch before the update, and the norm of the
    gradient in the lowest and in the highest layer."""

    config: DeepStackConfig
    step: int
    learning_rate: float
    loss: float
    accuracy: float
    lowest_gradient: float
    highest_gradient: float


def deep_stack(config: DeepStackConfig) -> Iterator[DeepStackStep]:
    """Train a deep encoder to reverse 4 letters of 8, step by step, with Adam (β 0.9, 0.98, as in the paper).

    Fresh uniform batches of 16; everything random from one generator. Ends early when the loss is no longer finite.
    """
    for step, (loss, *others) in enumerate(numbers(_updates(config), at_once=WINDOW)):
        yield DeepStackStep(config, step, _rate(config, step), loss, *others)
        if not math.isfinite(loss):
            return


def four_runs(warmup: int = 40, **options) -> Iterator[DeepStackStep]:
    """Post and pre, each without and with warm-up, from the same seed: one run after the other, step by step."""
    settings = itertools.product(("post", "pre"), (0, warmup))
    configs = [DeepStackConfig(norm_place=norm_place, warmup=steps, **options) for norm_place, steps in settings]
    return itertools.chain.from_iterable(map(deep_stack, configs))  # what is wrong was refused before the first step


def verdict(run: list[DeepStackStep]) -> Literal["learned", "stuck", "diverged", "unfinished"]:
    """How a run ended, from its last ten steps.

    diverged    the loss is not finite, or above that of its own first steps by more than half
    learned     accuracy of at least 0.9
    stuck       less than a tenth of the loss of guessing, ln 8, was gained
    unfinished  anything else

    Raises ValueError for an empty run.
    """
    if not run:
        raise ValueError("a run without steps has no verdict")
    first, last = run[:WINDOW], run[-WINDOW:]
    loss = _mean(step.loss for step in last)
    if not loss < 1.5 * _mean(step.loss for step in first):
        return "diverged"
    if _mean(step.accuracy for step in last) >= LEARNED:
        return "learned"
    return "stuck" if loss > 0.9 * math.log(VOCABULARY) else "unfinished"


def _updates(config: DeepStackConfig) -> Iterator[torch.Tensor]:
    """Step by step: loss, accuracy, and the gradient's norm in the lowest and the highest layer.  -> [4] each"""
    generator = torch.Generator().manual_seed(config.seed)
    model = Encoder(config.model_config(), generator).to(best_device())
    optimizer, layers = FlatAdam(model.parameters(), betas=(0.9, 0.98)), model.encoder.layers
    for step in range(config.steps):
        with torch.enable_grad():
            loss, accuracy = _batch(model, generator)
            optimizer.zero_grad()
            loss.backward()
        optimizer.step(_rate(config, step))
        yield torch.stack([loss.detach(), accuracy, _gradient_norm(layers[0]), _gradient_norm(layers[-1])])


def _rate(config: DeepStackConfig, step: int) -> float:
    return config.learning_rate * trapezoid(step + 1, config.warmup)


def _batch(model: Encoder, generator: torch.Generator) -> tuple[torch.Tensor, torch.Tensor]:
    """Loss and accuracy on a fresh batch."""
    ids = torch.randint(VOCABULARY, (BATCH, LENGTH), generator=generator)  # [B, T]
    logits = model(ids)  # [B, T, V]
    targets = to_device(ids.flip(1), logits.device)
    accuracy = (logits.argmax(-1) == targets).float().mean()
    return F.cross_entropy(logits.flatten(0, 1), targets.flatten()), accuracy


def _gradient_norm(module: torch.nn.Module) -> torch.Tensor:
    return torch.stack([p.grad.norm() for p in module.parameters()]).norm()


def _mean(values) -> float:
    values = list(values)
    return sum(values) / len(values)
