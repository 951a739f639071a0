"""Sentence pairs in batches of about equal size: similar lengths together, so that little is spent on padding.

Letters: B batch, S source length, T target length.
"""

import random
from collections.abc import Iterator

import torch

from core.models.translator.vocabulary import PAD

Pair = tuple[list[int], list[int]]


def batches(pairs: list[Pair], tokens: int, rng: random.Random) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
    """One epoch, in random order: (source [B, S], target [B, T]), B · (S + T) at most `tokens`."""
    order = sorted(range(len(pairs)), key=lambda i: (len(pairs[i][0]) + len(pairs[i][1]), rng.random()))
    groups, group, longest = [], [], (0, 0)
    for i in order:
        wider = tuple(max(a, len(side)) for a, side in zip(longest, pairs[i], strict=True))
        if group and (len(group) + 1) * sum(wider) > tokens:
            groups.append(group)
            group, wider = [], tuple(len(side) for side in pairs[i])
        group.append(i)
        longest = wider
    groups.append(group)
    rng.shuffle(groups)
    for group in groups:
        yield pad([pairs[i][0] for i in group]), pad([pairs[i][1] for i in group])


def pad(rows: list[list[int]]) -> torch.Tensor:
    """Rows of ids, filled up with PAD.  -> [B, longest]

    Example:
        >>> pad([[5, 6], [7]]).tolist()
        [[5, 6], [7, 0]]
    """
    longest = max(map(len, rows))
    return torch.tensor([row + [PAD] * (longest - len(row)) for row in rows])
