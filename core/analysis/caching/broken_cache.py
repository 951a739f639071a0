"""Two bugs of key–value caches, put into a cache that is handed to an unchanged model.

Both were seen in public code. A stale position: a loop that feeds one token a step forgets to say where it stands
(lucidrains/x-transformers#219, ml-explore/mlx-lm#93). A dropped row: the next token is written over the last one
(clankur/einygpt#2 is of that kind).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import torch

from core.transformer import KVCache, ModelConfig, Transformer, evaluating, to_cpu

BUGS = ("position", "row")


class StalePositionCache(KVCache):
    """Rows are kept as they should be, but from token `at` on each token is told that it stands at position 0."""

    fed = 0  # tokens that are really held

    def __init__(self, config: ModelConfig, batch: int, max_len: int, at: int):
        self.at = at
        super().__init__(config, batch, max_len)

    @property
    def first_free(self) -> int:
        return self.fed

    @property
    def length(self) -> int:
        return 0 if self.fed >= self.at else self.fed

    @length.setter
    def length(self, value: int) -> None:
        self.fed += value - self.length


class DroppedRowCache(KVCache):
    """Positions are right, but the rows of token `at` are lost: the next token's are written over them."""

    def __init__(self, config: ModelConfig, batch: int, max_len: int, at: int):
        self.at = at
        super().__init__(config, batch, max_len)

    @property
    def first_free(self) -> int:
        return self.length - (self.length > self.at)


@dataclass(frozen=True)
class BrokenRun:
    """What a broken cache does to one greedy translation. `differences` are the largest |Δ| of the logits at each step
    when it is fed the intact translation, so that every step reads the same tokens as the intact one."""

    intact_ids: list[int]
    broken_ids: list[int]
    differences: list[float]


def broken_run(model: Transformer, source: Sequence[int], max_new_tokens: int, bug: str, at: int) -> BrokenRun:
    """Decode greedily with an intact cache and with a broken one. `at` is the first token concerned; BOS is 0.

    Raises ValueError for an unknown bug.
    """
    if bug not in BUGS:
        raise ValueError(f"bug={bug!r} is unknown; allowed: {', '.join(BUGS)}")
    kind = StalePositionCache if bug == "position" else DroppedRowCache
    ids = torch.tensor([list(source)])
    with evaluating(model):
        step = _Stepper(model, ids)
        intact, logits = step.write(KVCache(model.config, 1, max_new_tokens), max_new_tokens)
        forced = step.read(kind(model.config, 1, max_new_tokens, at), intact)
        broken, _ = step.write(kind(model.config, 1, max_new_tokens, at), max_new_tokens)
    return BrokenRun(intact, broken, [float((a - b).abs().max()) for a, b in zip(logits, forced, strict=True)])


class _Stepper:
    """Feeds a decoder one token at a time, as every program with a cache does."""

    def __init__(self, model: Transformer, source: torch.Tensor):
        self.model, self.memory, self.padding = model, model.encode(source), model.padding(source)

    def feed(self, token: int, cache: KVCache) -> torch.Tensor:  # -> [V]
        everything = torch.ones(1, 1, dtype=torch.bool)  # the newest token may see all rows that there are
        logits = self.model.decode(torch.tensor([[token]]), self.memory, everything, self.padding, cache=cache)
        return to_cpu(logits[0, -1])

    def write(self, cache: KVCache, most: int) -> tuple[list[int], list[torch.Tensor]]:
        """Greedy: the ids written, and the logits of each step."""
        ids, logits = [], []
        while len(ids) < most and (not ids or ids[-1] != self.model.config.eos_id):
            logits.append(self.feed(ids[-1] if ids else self.model.config.bos_id, cache))
            ids.append(int(logits[-1].argmax()))
        return ids, logits

    def read(self, cache: KVCache, ids: list[int]) -> list[torch.Tensor]:
        """The logits of each step when these ids are fed, whatever the model would have written."""
        return [self.feed(token, cache) for token in [self.model.config.bos_id, *ids[:-1]]]
