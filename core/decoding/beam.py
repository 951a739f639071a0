"""Beam search with the length penalty that the paper used (section 6.1; Wu et al. 2016, equation 14).

Letters: K beams, V vocabulary, S source length.
"""

import math
import sys
from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

import torch

from core.decoding.ranking import largest
from core.transformer import KVCache, Lesion, Transformer, evaluating, to_cpu


@dataclass(frozen=True)
class Hypothesis:
    """A target, or the beginning of one, without BOS; `ended` when its last id is EOS."""

    ids: tuple[int, ...]
    log_prob: float  # natural logarithm of the probability of all ids
    ended: bool
    length_penalty: float

    @property
    def score(self) -> float:
        """log p / ((5 + length) / 6)^α: what hypotheses of different lengths are compared by."""
        return self.score_at(len(self.ids))

    def score_at(self, length: int) -> float:
        """The score if more ids, up to this length, cost nothing.

        None costs less and a longer one divides by more: at the longest length, no continuation scores higher.
        """
        return self.log_prob / ((5 + length) / 6) ** self.length_penalty


@dataclass(frozen=True)
class BeamStep:
    """One step: the hypotheses that go on, those that ended here, and the best of those that were dropped."""

    open: tuple[Hypothesis, ...]
    ended: tuple[Hypothesis, ...]
    dropped: tuple[Hypothesis, ...]


def beam_search(
    model: Transformer,
    source: torch.Tensor,
    max_new_tokens: int,
    *,
    beams: int = 4,
    length_penalty: float = 0.6,
    lesions: Collection[Lesion] = (),
) -> list[Hypothesis]:
    """The best targets found for one source [1, S], best score first, at most `beams` of them; ended ones come first.

    beams = 1 is greedy decoding, also where ids tie: then the lowest goes first. Raises ValueError for more than one
    source, beams < 1, a penalty that is negative or so large that ((5 + length) / 6)^α is no float, and a length over
    the model's max_len.
    """
    steps = beam_steps(model, source, max_new_tokens, beams=beams, length_penalty=length_penalty, lesions=lesions)
    return ranked(steps, beams)


def ranked(steps: list[BeamStep], beams: int) -> list[Hypothesis]:
    """The results of a search: ended hypotheses by score, then those that ran out of room."""
    ended = sorted((h for step in steps for h in step.ended), key=lambda h: -h.score)
    return (ended + sorted(steps[-1].open, key=lambda h: -h.score))[:beams]


def beam_steps(
    model: Transformer,
    source: torch.Tensor,
    max_new_tokens: int,
    *,
    beams: int = 4,
    length_penalty: float = 0.6,
    lesions: Collection[Lesion] = (),
) -> list[BeamStep]:
    """Every step of the search: the hypothesis tree.

    Ends when `beams` hypotheses have ended and the best of them can no longer be overtaken: going on would not change
    what `ranked` puts first. One beam ends where greedy decoding does.
    """
    _check(model, source, max_new_tokens, beams, length_penalty)
    with evaluating(model):
        memory = model.encode(source, lesions=lesions)
        padding = model.padding(source)
        cache = KVCache(model.config, 1, max_new_tokens, device=memory.device, dtype=memory.dtype)
        live, steps = [Hypothesis((), 0.0, False, length_penalty)], []
        for _ in range(max_new_tokens):
            tokens = torch.tensor([[h.ids[-1] if h.ids else model.config.bos_id] for h in live])
            logits = model.decode(tokens, memory, memory_mask=padding, cache=cache, lesions=lesions)[:, -1]
            step, parents = _advance(live, to_cpu(logits).double(), model.config.eos_id, beams)
            steps.append(step)
            if not step.open or _settled(steps, beams, max_new_tokens):
                break
            live = list(step.open)
            cache.select(torch.tensor(parents))
    return steps


def _advance(live: list[Hypothesis], logits: torch.Tensor, eos_id: int | None, beams: int):
    """Extend every open hypothesis by every token and keep the best.  logits [K, V] float64 -> (BeamStep, parents)

    Of equal ones the child of the better parent goes first, then the larger logit, then the lower id.
    """
    wanted = 3 * beams  # at most one EOS a parent: beams go on at least
    tokens = torch.stack([largest(row, wanted) for row in logits])  # [K, ≤ 3 beams]: no other child is among the best
    past = torch.tensor([[h.log_prob] for h in live], dtype=torch.float64)
    totals = past + logits.log_softmax(-1).gather(-1, tokens)
    going, parents, ended, dropped = [], [], [], []
    for rank, place in enumerate(largest(totals.flatten(), wanted).tolist()):
        parent, at = divmod(place, tokens.shape[1])
        token, value = int(tokens[parent, at]), float(totals[parent, at])
        child = Hypothesis((*live[parent].ids, token), value, token == eos_id, live[parent].length_penalty)
        if child.ended and rank < beams:
            ended.append(child)
        elif not child.ended and len(going) < beams:
            going.append(child)
            parents.append(parent)
        else:
            dropped.append(child)
    return BeamStep(tuple(going), tuple(ended), tuple(dropped[:beams])), parents


def _settled(steps: list[BeamStep], beams: int, longest: int) -> bool:
    """Enough have ended, and the best of them scores at least what any open one could still reach.

    A single beam is done when it has ended: greedy decoding looks no further.
    """
    ended = [h.score for step in steps for h in step.ended]
    if beams == 1:
        return bool(ended)
    return len(ended) >= beams and max(ended) >= max(h.score_at(longest) for h in steps[-1].open)


def _check(model, source, max_new_tokens, beams, length_penalty) -> None:
    if source.shape[0] != 1:
        raise ValueError(f"beam search takes one source at a time, not {source.shape[0]}")
    if not 1 <= beams <= model.config.vocab_size:
        raise ValueError(f"beams={beams} must be between 1 and {model.config.vocab_size}")
    if not length_penalty >= 0:
        raise ValueError(f"length_penalty={length_penalty} must be at least 0")
    if not 1 <= max_new_tokens <= model.config.max_len:
        raise ValueError(f"max_new_tokens={max_new_tokens} must be between 1 and max_len={model.config.max_len}")
    if not length_penalty * math.log((5 + max_new_tokens) / 6) < _LARGEST_EXPONENT:
        raise ValueError(f"length_penalty={length_penalty} is too large for {max_new_tokens} tokens: no float holds it")


_LARGEST_EXPONENT = math.log(sys.float_info.max)


@dataclass(frozen=True)
class BeamNode:
    """One hypothesis in the tree of a search: the token it added, and where it and its parent stand."""

    step: int  # 1 for the first token
    rank: int  # place among the hypotheses of its step, open ones first
    parent: int  # the rank of its parent in the step before
    token: int
    kind: Literal["open", "ended", "dropped"]
    log_prob: float
    score: float
    best: bool  # on the way to the hypothesis that was returned first


def beam_tree(steps: list[BeamStep], beams: int) -> list[BeamNode]:
    """Every hypothesis that a search made, step by step, with its parent: a tree whose root is BOS."""
    winner, nodes, parents = ranked(steps, beams)[0].ids, [], {(): 0}
    for number, step in enumerate(steps, start=1):
        made = [*((h, "open") for h in step.open), *((h, "ended") for h in step.ended)]
        made += [(h, "dropped") for h in step.dropped[: max(0, beams - len(step.ended))]]
        for rank, (h, kind) in enumerate(made):
            best = kind != "dropped" and winner[: len(h.ids)] == h.ids
            parent = parents[h.ids[:-1]]
            nodes.append(BeamNode(number, rank, parent, h.ids[-1], kind, h.log_prob, h.score, best))
        parents = {h.ids: rank for rank, (h, kind) in enumerate(made) if kind == "open"}
    return nodes
