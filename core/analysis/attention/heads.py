"""What the heads of one attention do: one head under another scale or mask, and what each adds to the output.

Letters: H heads, Tq / Tk queries / keys, K d_k, D d_model. All functions read the first row of the batch.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import torch

from core.decoding import entropy_bits
from core.transformer import AttentionTrace, MultiHeadAttention, attention, causal_mask, to_cpu

MASKS = ("trained", "causal", "blind")


@dataclass(frozen=True)
class HeadView:
    """One head, recomputed from its own queries, keys and values."""

    q: torch.Tensor  # [Tq, K]
    k: torch.Tensor  # [Tk, K]
    v: torch.Tensor  # [Tk, K]
    scale: float  # what q·k was divided by
    allowed: torch.Tensor  # [Tq, Tk] bool
    scores: torch.Tensor  # [Tq, Tk], -inf where hidden
    weights: torch.Tensor  # [Tq, Tk]
    out: torch.Tensor  # [Tq, K]


@dataclass(frozen=True)
class HeadPattern:
    """Where a head looks, averaged over its queries: shares of the weight, and the entropy of a row in bits."""

    entropy: float
    same: float  # on the query's own position
    previous: float
    next: float
    last: float  # on the last key


def head_view(part: AttentionTrace, head: int, *, scaled: bool = True, mask: str = "trained", row: int = 0) -> HeadView:
    """Head `head` of a traced attention, with or without the division by √d_k, under a mask of choice.

    mask  "trained": the one of the pass; "causal": the future hidden too; "blind": every key hidden from query `row`

    Raises ValueError for an unknown mask, and for a causal mask over another sequence (more queries than keys).
    """
    q, k, v = (tensor[0, head] for tensor in (part.q, part.k, part.v))
    scale = q.shape[-1] ** 0.5 if scaled else 1.0
    allowed = ~part.scores[0, head].isneginf()
    if mask == "causal":
        if len(q) != len(k):
            raise ValueError(f"a causal mask needs as many queries as keys, not {len(q)} and {len(k)}")
        allowed = allowed & causal_mask(len(q))
    elif mask == "blind":
        allowed = allowed.clone()
        allowed[row] = False
    elif mask != "trained":
        raise ValueError(f"mask={mask!r} is unknown; allowed: {', '.join(MASKS)}")
    out, weights, scores = attention(q if scaled else q * q.shape[-1] ** 0.5, k, v, allowed)
    return HeadView(q, k, v, scale, allowed, scores, weights, out)


def head_patterns(weights: torch.Tensor) -> list[HeadPattern]:
    """One pattern per head.  [H, Tq, Tk] -> H

    Example:
        >>> head_patterns(torch.eye(3)[None])[0].same
        1.0
    """
    return [_pattern(head) for head in weights.double()]


def _pattern(weights: torch.Tensor) -> HeadPattern:
    """One head.  [Tq, Tk]"""
    same, previous, following = (_share(weights, shift) for shift in (0, -1, 1))
    bits = float(entropy_bits(weights).mean())
    return HeadPattern(bits, same, previous, following, float(weights[:, -1].mean()))


def _share(weights: torch.Tensor, shift: int) -> float:
    """The mean weight on the key `shift` positions after the query, over the queries that have one."""
    line = weights.diagonal(shift)
    return float(line.mean()) if len(line) else 0.0


def largest_weights(weights: torch.Tensor) -> list[float]:
    """How much a query puts on its favourite key, the mean over the queries of each head.  [H, Tq, Tk] -> H

    Example:
        >>> largest_weights(torch.tensor([[[0.5, 0.5], [0.25, 0.75]]]))
        [0.625]
    """
    return weights.max(-1).values.mean(-1).tolist()


def head_contributions(layer: MultiHeadAttention, part: AttentionTrace) -> torch.Tensor:
    """What each head adds to the output: z_h times its rows of W^O; their sum, and the bias if any, is `part.out`.

    Concat(z_1, …, z_H) W^O = Σ_h z_h W_h^O, since W^O is H blocks of K rows.  -> [H, Tq, D]
    """
    blocks = to_cpu(layer.out_proj.weight).unflatten(1, (layer.n_heads, -1))  # [D, H, K]
    return torch.einsum("htk,dhk->htd", part.z[0], blocks)


@dataclass(frozen=True)
class ConcatCheck:
    """The output of one query, put together from its heads."""

    lengths: list[float]  # of each head's share, H
    total: float  # length of the output
    error: float  # largest difference between the sum of the shares and the output of the pass

    @property
    def longest(self) -> int:
        """The head with the longest share; of equals the first."""
        return self.lengths.index(max(self.lengths))


def concat_check(layer: MultiHeadAttention, part: AttentionTrace, query: int) -> ConcatCheck:
    """How long each head's addition to the output of one query is, and whether they sum to what the pass gave."""
    parts = head_contributions(layer, part)[:, query]  # [H, D]
    bias = layer.out_proj.bias
    total = parts.sum(0) if bias is None else parts.sum(0) + to_cpu(bias)
    out = part.out[0, query]
    return ConcatCheck(parts.norm(dim=-1).tolist(), float(out.norm()), float((total - out).abs().max()))


@dataclass(frozen=True)
class Alignment:
    """Which source token each predicted token looked at. `crossings` are pairs of predictions, in order, whose source
    tokens stand the other way round."""

    weights: torch.Tensor  # [T, S]; row t is the pass that predicts target token t + 1
    best: list[int]  # the source position with the most weight, per row
    crossings: list[tuple[int, int]]

    @property
    def clearest(self) -> tuple[int, int]:
        """The crossing whose weaker row has the most weight on its token. ValueError when there is none."""
        sure = self.weights.max(-1).values.tolist()
        return max(self.crossings, key=lambda pair: min(sure[pair[0]], sure[pair[1]]))


def soft_alignment(part: AttentionTrace, *, rows: int, columns: int) -> Alignment:
    """The mean over heads of a cross-attention, over the first `rows` predictions and `columns` source tokens.

    Leaving the end of the sentence out (columns one short) leaves its weight out too: rows then sum to less than 1.
    """
    weights = part.weights[0].mean(0)[:rows, :columns]
    best = weights.argmax(-1).tolist()
    crossings = [(i, j) for j in range(len(best)) for i in range(j) if best[i] > best[j]]
    return Alignment(weights, best, crossings)


def most_bits(keys: int) -> float:
    """The entropy of a row that gives all its keys the same weight, in bits."""
    return math.log2(keys)


def cells(weights, scores, rows: Sequence[str], columns: Sequence[str]) -> dict[str, list]:
    """A map as columns of a table: query, key, the score if there is one, and the weight.  [Tq, Tk] -> Tq · Tk rows"""
    grid = [(i, j) for i in range(len(rows)) for j in range(len(columns))]
    table = {"query": [rows[i] for i, _ in grid], "key": [columns[j] for _, j in grid]}
    if scores is not None:
        table["score"] = [float(scores[i, j]) for i, j in grid]
    return table | {"weight": [float(weights[i, j]) for i, j in grid]}
