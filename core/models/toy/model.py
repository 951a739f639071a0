"""A small encoder–decoder that reverses or sorts 4 to 6 letters, as a reader uses it.

Letters: B batch, S source length, T target length.
"""

from dataclasses import dataclass, field
from typing import Literal, get_args

import torch

from core.decoding import generate
from core.training.tasks import answer, ids_of, letters, read_probe
from core.transformer import ForwardTrace, Lesion, ModelConfig, Transformer, evaluating

ToyTask = Literal["reverse", "sort"]
TOY_TASKS: tuple[str, ...] = get_args(ToyTask)
SHORTEST, LONGEST, ALPHABET = 4, 6, 8
PAD, BOS, EOS = 0, 1, 2
SPECIAL = {PAD: "<pad>", BOS: "<bos>", EOS: "<eos>"}
FIRST_LETTER = len(SPECIAL)  # the id of A


@dataclass(frozen=True, eq=False)
class ToyTrace:
    """A forward pass over a source and the target that the model wrote: row t of the logits predicts said[t]."""

    source: tuple[str, ...]  # S: the letters, <eos>
    target: tuple[str, ...]  # T: <bos>, the letters: what the decoder reads
    said: tuple[str, ...]  # T: what it predicts there, <eos> at the end
    forward: ForwardTrace


@dataclass(frozen=True, eq=False)
class Toy:
    """One task's model. Shared by all readers: nothing in it changes.

    There is one model a task, and no task token: each attention map then shows one way of working, and a test of a map
    ("the cross-attention of a reversal runs from the other end") needs no second input.

    Example:
        >>> from core.models import toy
        >>> toy.load("reverse").answer("CABD"), toy.load("sort").answer("HCABDA")
        ('DBAC', 'AABCDH')
    """

    task: ToyTask
    model: Transformer = field(repr=False)

    @property
    def config(self) -> ModelConfig:
        return self.model.config

    def answer(self, text: str, *, lesions: tuple[Lesion, ...] = ()) -> str:
        """What the model writes, greedily, until it ends by itself or has no room; raises as `read`."""
        said = self._write(source_ids(ids_of(read(text))), lesions)[0]
        return "".join(spelled(said[said != EOS]))

    def trace(self, text: str, *, lesions: tuple[Lesion, ...] = ()) -> ToyTrace:
        """Everything computed for the text and the model's own answer; raises as `read`."""
        source = source_ids(ids_of(read(text)))
        said = self._write(source, lesions)
        target = torch.cat([torch.full((1, 1), BOS), said[:, :-1]], 1)
        with evaluating(self.model):
            forward = self.model.trace(source, target, lesions=lesions)
        return ToyTrace(spelled(source[0]), spelled(target[0]), spelled(said[0]), forward)

    def accuracy(self, inputs: torch.Tensor) -> float:
        """Share of inputs [N, letters] that are answered right in every letter and then ended, run freely."""
        right = target_ids(answer(self.task, inputs))[:, 1:]  # [N, letters + 1]
        said = self._write(source_ids(inputs), ())
        if said.shape[1] < right.shape[1]:
            return 0.0
        return float((said[:, : right.shape[1]] == right).all(-1).double().mean())

    def _write(self, source: torch.Tensor, lesions) -> torch.Tensor:  # [B, S] -> [B, T]
        return generate(self.model, source, LONGEST + 1, lesions=lesions)


def read(text: str) -> str:
    """The letters that a reader typed: case folded, spaces and commas dropped.

    Raises ValueError with a sentence for other signs, and for fewer than 4 or more than 6 letters.
    """
    length = sum(character not in " ,\t\n" for character in text)
    typed = read_probe(text, length, ALPHABET)
    if not SHORTEST <= length <= LONGEST:
        raise ValueError(f"type {SHORTEST} to {LONGEST} letters, you typed {length}")
    return typed


def source_ids(inputs: torch.Tensor) -> torch.Tensor:
    """What the encoder reads: the letters (A = 0), then EOS.  [N, letters] -> [N, letters + 1]"""
    return torch.cat([inputs + FIRST_LETTER, inputs.new_full((len(inputs), 1), EOS)], 1)


def target_ids(outputs: torch.Tensor) -> torch.Tensor:
    """BOS, the letters, EOS.  [N, letters] -> [N, letters + 2]"""
    return torch.cat([outputs.new_full((len(outputs), 1), BOS), source_ids(outputs)], 1)


def spelled(ids: torch.Tensor) -> tuple[str, ...]:
    """Letters, and special tokens by name."""
    return tuple(SPECIAL[i] if i in SPECIAL else letters([i - FIRST_LETTER]) for i in ids.tolist())
