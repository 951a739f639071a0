"""What a leaky mask does: the same next-letter model, trained with the causal mask and with one that shows the answer.

The toy language has 8 letters in a ring. A sentence starts anywhere, and each letter is followed by the next or the
next but one, with equal chance: the best possible loss is ln 2 nats a letter.

Letters: N sentences, T length, V vocabulary.
"""

import math
from dataclasses import dataclass
from itertools import pairwise

import torch
from torch.nn import functional as F

from core.training.adam import FlatAdam
from core.training.mask_rules import rule_mask
from core.training.schedules import up_and_down
from core.training.tasks import letters
from core.transformer import Encoder, ModelConfig, best_device, device_of, evaluating, to_cpu, to_device

VOCABULARY, LENGTH, BATCH, STEPS = 8, 8, 32, 80
RATE, WARMUP = 8e-3, 10
TESTED = 512  # sentences of the measurements
SHOWN = 4  # sentences kept to look at


@dataclass(frozen=True)
class LeakRun:
    """One trained model, measured. Losses are in nats a letter, averaged over the positions.

    losses         of the batch of each step, under the mask it was trained with
    trained_loss   after training, on new sentences, as in training: the whole sentence is there
    honest_loss    the same, but each letter predicted from a pass over what stands before it
    legal          share of the steps of freely generated sentences that the language allows
    samples        some of those sentences
    """

    rule: str
    seed: int
    losses: tuple[float, ...]
    trained_loss: float
    honest_loss: float
    legal: float
    samples: tuple[str, ...]

    @property
    def measured(self) -> tuple[float, float, float]:
        """The two losses after training, and the share of allowed steps."""
        return self.trained_loss, self.honest_loss, self.legal


def best_loss() -> float:
    """ln 2: two letters are equally likely after each. What stands at the end of training can only be below it by
    looking ahead."""
    return math.log(2)


def peeking_loss() -> float:
    """ln 2 / T: the least loss when the next letter is in sight. The last position has no next letter to look at."""
    return math.log(2) / LENGTH


def guessed_legal() -> float:
    """Two letters of eight are allowed after each: the share that guessing gets right."""
    return 2 / VOCABULARY


def train_with(rule: str, seed: int = 0, steps: int = STEPS) -> LeakRun:
    """Train a one-layer next-letter model under a mask rule, then measure it.  rule: see `rule_mask`

    Runs with the same seed start from the same weights and see the same sentences. About half a second.

    Example:
        >>> run = train_with("peek")
        >>> run.trained_loss < best_loss() < run.honest_loss
        True
    """
    generator = torch.Generator().manual_seed(seed)
    model = Encoder(_config(), generator).to(best_device())
    mask = to_device(rule_mask(rule, LENGTH), device_of(model))
    optimizer, losses = FlatAdam(model.parameters()), []
    with torch.enable_grad():
        for step in range(steps):
            loss = _loss(model, sentences(BATCH, LENGTH + 1, generator), mask)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step(RATE * up_and_down(step + 1, WARMUP, steps))
            losses.append(loss.detach())
    test = sentences(TESTED, LENGTH + 1, generator)
    with evaluating(model.eval()):
        measured = [*losses, _loss(model, test, mask), _honest_loss(model, test, rule)]
        *losses, trained, honest = to_cpu(torch.stack(measured)).tolist()
        written = generate_freely(model, rule, TESTED, generator)
    steps_forward = written.diff(dim=1) % VOCABULARY
    legal = ((steps_forward == 1) | (steps_forward == 2)).double().mean().item()
    return LeakRun(rule, seed, tuple(losses), trained, honest, legal, tuple(map(letters, written[:SHOWN])))


def sentences(count: int, length: int, generator: torch.Generator) -> torch.Tensor:
    """Sentences of the toy language.  -> [N, T]

    Example:
        >>> letters(sentences(1, 9, torch.Generator().manual_seed(0))[0])
        'EGABDFHBD'
    """
    first = torch.randint(VOCABULARY, (count, 1), generator=generator)
    steps = torch.randint(1, 3, (count, length - 1), generator=generator)
    return torch.cat([first, steps], dim=1).cumsum(1) % VOCABULARY


def generate_freely(model: Encoder, rule: str, count: int, generator: torch.Generator) -> torch.Tensor:
    """Write sentences letter by letter, each drawn from the model's own distribution.  -> [N, T + 1]

    Here nothing stands to the right of the last letter, whatever the mask allows.
    """
    written = torch.randint(VOCABULARY, (count, 1), generator=generator)
    for t in range(1, LENGTH + 1):
        probabilities = to_cpu(model(written, rule_mask(rule, t))[:, -1]).softmax(-1)
        written = torch.cat([written, torch.multinomial(probabilities, 1, generator=generator)], dim=1)
    return written


def mark_illegal(sentence: str) -> str:
    """The sentence with a × before each letter that the language does not allow there.

    Example:
        >>> mark_illegal("ABDDH")
        'ABD×D×H'
    """
    steps = [(ord(b) - ord(a)) % VOCABULARY for a, b in pairwise(sentence)]
    return sentence[:1] + "".join(
        letter if step in (1, 2) else f"×{letter}" for letter, step in zip(sentence[1:], steps, strict=True)
    )


def _config() -> ModelConfig:
    return ModelConfig(
        d_model=32,
        n_heads=2,
        d_ff=64,
        n_layers=1,
        vocab_size=VOCABULARY,
        max_len=LENGTH,
        norm_place="pre",
        positions="learned",
        tie_embeddings=False,
        dropout=0.0,
    )


def _loss(model: Encoder, tokens: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    """Next-letter loss of all positions in one pass.  tokens [N, T + 1]"""
    logits = model(tokens[:, :-1], mask)
    return F.cross_entropy(logits.flatten(0, 1), to_device(tokens[:, 1:], logits.device).flatten())


def _honest_loss(model: Encoder, tokens: torch.Tensor, rule: str) -> torch.Tensor:
    """Next-letter loss with one pass per prefix.  tokens [N, T + 1]"""
    targets = to_device(tokens, device_of(model))
    logits = (model(tokens[:, :t], rule_mask(rule, t))[:, -1] for t in range(1, LENGTH + 1))
    return torch.stack([F.cross_entropy(z, targets[:, t]) for t, z in enumerate(logits, start=1)]).mean()
