"""Does a mask leak? Change one token and see which outputs move; compare one pass with T passes.

Letters: T length, V vocabulary. The model is a small encoder-only Transformer with random weights.
"""

from dataclasses import dataclass
from functools import lru_cache

import torch
from torch.nn import functional as F

from core.training.leaky_training import VOCABULARY, sentences
from core.transformer import Encoder, ModelConfig, evaluating
from core.transformer.checks import check_sizes

MAX_LENGTH = 16


@dataclass(frozen=True)
class TeacherForcing:
    """The loss (nats) of predicting each next token: all from one pass, and each from a pass over its own prefix."""

    tokens: tuple[int, ...]  # T + 1: the last is only a target
    one_pass: tuple[float, ...]  # T
    separate: tuple[float, ...]  # T
    largest_difference: float

    @property
    def differences(self) -> list[float]:
        """What sets the two apart at each position, T."""
        return [abs(a - b) for a, b in zip(self.one_pass, self.separate, strict=True)]


def leak_test(mask: torch.Tensor, *, n_layers: int = 1, seed: int = 0) -> torch.Tensor:
    """How far each output moves when one token is changed.  mask bool [T, T] -> [outputs T, changed token T]

    The largest absolute change of a logit when token j is replaced by the next one in the alphabet; exactly 0 where
    nothing of token j arrives. Every pass has the same shape, so what may not change is equal to the last bit.
    """
    length = len(mask)
    ids = sentences(1, length, torch.Generator().manual_seed(seed))
    model = random_encoder(n_layers, seed)
    with evaluating(model):
        before = model(ids, mask)[0]
        columns = []
        for j in range(length):
            changed = ids.clone()
            changed[0, j] = (changed[0, j] + 1) % VOCABULARY
            columns.append((model(changed, mask)[0] - before).abs().amax(-1))
    return torch.stack(columns, dim=1)


def teacher_forcing(mask: torch.Tensor, *, n_layers: int = 2, seed: int = 0) -> TeacherForcing:
    """The T losses of one pass under `mask`, and of T passes over the first 1, 2, … T tokens.  mask bool [T, T]

    The pass over t tokens has the upper left t × t of the mask. In float64. Under a mask that hides the future the two
    are equal up to rounding: that is why one pass can train all positions at once.
    """
    length = len(mask)
    tokens = sentences(1, length + 1, torch.Generator().manual_seed(seed))
    inputs, targets = tokens[:, :-1], tokens[0, 1:]
    model = random_encoder(n_layers, seed)
    with evaluating(model):
        together = F.cross_entropy(model(inputs, mask)[0].double(), targets, reduction="none")
        last = [model(inputs[:, :t], mask[:t, :t])[0, -1] for t in range(1, length + 1)]
        apart = F.cross_entropy(torch.stack(last).double(), targets, reduction="none")
    return TeacherForcing(
        tuple(tokens[0].tolist()),
        tuple(together.tolist()),
        tuple(apart.tolist()),
        float((together - apart).abs().max()),
    )


@lru_cache(maxsize=16)
def random_encoder(n_layers: int, seed: int) -> Encoder:
    """A small encoder with random weights, in float64; nobody may write to it."""
    check_sizes(n_layers=n_layers)
    config = ModelConfig(
        d_model=16,
        n_heads=2,
        d_ff=32,
        n_layers=n_layers,
        vocab_size=VOCABULARY,
        max_len=MAX_LENGTH,
        norm_place="pre",
        positions="learned",
        tie_embeddings=False,
        dropout=0.0,
    )
    model = Encoder(config, torch.Generator().manual_seed(seed)).double().eval()
    with torch.no_grad():
        model.output.weight *= 4  # a fresh model's logits are near 0; larger ones show a change better
    return model
